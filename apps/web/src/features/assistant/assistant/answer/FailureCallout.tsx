import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { timeText } from '../../../../ui/page/date-text.ts'
import { FixedAnswer } from './FixedAnswer.tsx'
import { type AnswerFailure, helpfulRetries } from './use-answer.ts'

const isEndpointFailure = (kind: AnswerFailure['kind']): kind is keyof typeof helpfulRetries => kind in helpfulRetries

/**
 * Explains why there is no complete answer. Apologizes and asks to try again if the endpoint failed or is paused, or the device is offline [1.13];
 * names who can help if another attempt cannot succeed.
 */
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
  if (isEndpointFailure(failure.kind))
    return (
      <Callout kind="danger" urgent title={helpfulRetries[failure.kind] ? t('apology') : undefined} action={action}>
        {t(`failure.${failure.kind}`)}
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
