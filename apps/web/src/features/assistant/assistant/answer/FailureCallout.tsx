import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { timeText } from '../../../../ui/page/date-text.ts'
import { FixedAnswer } from './FixedAnswer.tsx'
import type { AnswerFailure } from './use-answer.ts'

/** Explains why there is no complete answer. Apologizes if the endpoint failed or is paused, or the device is offline [1.13]. */
export function FailureCallout({ failure, action }: { failure: AnswerFailure; action?: React.ReactNode }) {
  const { t } = useTranslation('assistant')
  const locale = useLocale()
  if (failure.kind === 'fixed') return <FixedAnswer question={failure.question} />
  if (failure.kind === 'stopped') return <Callout action={action}>{t('failure.stopped')}</Callout>
  if (failure.kind === 'paused')
    return (
      <Callout kind="time" urgent title={t('apology')} action={action}>
        {t('failure.paused', { time: timeText(failure.until, locale) })}
      </Callout>
    )
  if (failure.kind === 'failed')
    return (
      <Callout kind="danger" urgent title={t('apology')} action={action}>
        {t('failure.failed')}
      </Callout>
    )
  if (failure.kind === 'offline')
    return (
      <Callout kind="offline" urgent title={t('apology')} action={action}>
        {t('failure.offline')}
      </Callout>
    )
  return (
    <Callout kind="warning" urgent action={action}>
      {t(`failure.${failure.kind}`)}
    </Callout>
  )
}
