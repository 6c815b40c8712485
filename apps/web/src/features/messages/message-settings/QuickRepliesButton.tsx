import { ActionIcon } from '@mantine/core'
import { IconMessageBolt } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../platform/lazy-named.ts'

const QuickRepliesDialog = lazyNamed(() => import('./QuickRepliesDialog.tsx'), 'QuickRepliesDialog')

/** The button that opens the therapist's quick replies. The chosen text is inserted, never sent. */
export function QuickRepliesButton({ onPick }: { onPick: (text: string) => void }) {
  const { t } = useTranslation('messageSettings')
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('replies.title')}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconMessageBolt size={20} stroke={1.6} aria-hidden />
      </ActionIcon>
      {isOpen && <QuickRepliesDialog onPick={onPick} onClose={() => setOpen(false)} />}
    </>
  )
}
