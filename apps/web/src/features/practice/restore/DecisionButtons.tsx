import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { HeldChoice } from './use-decision.ts'

type Props = {
  /** The name of the held item, for screen readers. */
  what: string
  /** Whether the decision resumes the item instead of sending it. */
  resumes?: boolean
  busy: boolean
  onDecide: (decision: HeldChoice) => void
}

/** The two buttons that decide about a held item. */
export function DecisionButtons({ what, resumes = false, busy, onDecide }: Props) {
  const { t } = useTranslation('held')
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        variant="light"
        size="compact-sm"
        aria-label={t(resumes ? 'resumeOf' : 'sendOf', { what })}
        disabled={busy}
        onClick={() => onDecide('send')}
      >
        {t(resumes ? 'resume' : 'send')}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={t('dropOf', { what })}
        disabled={busy}
        onClick={() => onDecide('drop')}
      >
        {t('drop')}
      </Button>
    </Group>
  )
}

/** Whether a decision to send only resumes an item of this kind, because the item itself is not a message. */
export const isResumed = (kind: string): boolean => kind === 'waiting-list' || kind === 'calendar'
