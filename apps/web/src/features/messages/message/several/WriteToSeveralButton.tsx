import { ActionIcon } from '@mantine/core'
import { IconUsersPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'

const WriteToSeveralDialog = lazyNamed(() => import('./WriteToSeveralDialog.tsx'), 'WriteToSeveralDialog')

/** The button above a therapist's list that opens the dialog for a message to several clients. */
export function WriteToSeveralButton() {
  const { t } = useTranslation('message')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="default"
        size={36}
        aria-label={t('several.title')}
        title={t('several.title')}
        onClick={() => setOpen(true)}
      >
        <IconUsersPlus size={18} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isOpen && <WriteToSeveralDialog onClose={() => setOpen(false)} />}
    </>
  )
}
