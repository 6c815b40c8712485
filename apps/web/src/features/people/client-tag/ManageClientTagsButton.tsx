import { ActionIcon, Button } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const ClientTagsDialog = lazyNamed(() => import('./ClientTagsDialog.tsx'), 'ClientTagsDialog')

export function ManageClientTagsButton({ iconOnly = false }: { iconOnly?: boolean }) {
  const { t } = useTranslation('clientTag')
  const [isOpen, setOpen] = useState(false)
  const shared = { 'aria-haspopup': 'dialog' as const, onClick: () => setOpen(true) }
  return (
    <>
      {iconOnly ? (
        <ActionIcon variant="default" aria-label={t('manage')} {...shared}>
          <IconTags size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      ) : (
        <Button variant="subtle" size="compact-sm" {...shared}>
          {t('manage')}
        </Button>
      )}
      {isOpen && <ClientTagsDialog onClose={() => setOpen(false)} />}
    </>
  )
}
