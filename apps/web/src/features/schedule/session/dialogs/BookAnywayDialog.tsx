import type { Conflict } from '@attune/contract/features/schedule/session/session'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../../../ui/dialog/FormDialog.tsx'
import { useConflictText } from './SlotTakenNotice.tsx'

type Props = { conflicts: readonly Conflict[]; busy: boolean; onAnyway: () => void; onClose: () => void }

/** Lists the conflicts of a time that the therapist accepted with one tap, and asks whether to book anyway. */
export function BookAnywayDialog({ conflicts, busy, onAnyway, onClose }: Props) {
  const { t } = useTranslation('negotiation')
  const conflictText = useConflictText()
  return (
    <FormDialog
      onClose={onClose}
      title={t('taken.title')}
      submit={t('taken.anyway')}
      back={t('taken.back')}
      busy={busy}
      onSubmit={onAnyway}
    >
      <div>
        {conflicts.map((conflict) => (
          <Text key={conflict.sessionId ?? conflict.startsAt} size="sm" fw={600}>
            {conflictText(conflict)}
          </Text>
        ))}
        <Text size="sm" mt={6}>
          {t('taken.anywayHint')}
        </Text>
      </div>
    </FormDialog>
  )
}
