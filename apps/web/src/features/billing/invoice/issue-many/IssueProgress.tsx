import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import { useInvoiceRefusalText } from '../invoice-refusals.ts'
import classes from './issue-many.module.css'
import { MissingNames } from './MissingNames.tsx'
import { StopSending } from './StopSending.tsx'
import { issuedIds, type IssueMany } from './use-issue-many.ts'

/** Shows the progress of issuing, then the numbers, the drafts that were not issued, and when the emails leave. */
export function IssueProgress({ issuing, onClose }: { issuing: IssueMany; onClose: () => void }) {
  const { t } = useTranslation(['issueMany', 'common'])
  const refusal = useInvoiceRefusalText()
  const { chosen, outcomes, isRunning, waits, error, sendAt, start, stop } = issuing
  const ids = issuedIds(issuing)
  const open = chosen.length - outcomes.size
  return (
    <div className={classes.form}>
      <progress
        className={classes.progress}
        aria-label={t('title', { count: chosen.length })}
        value={outcomes.size}
        max={chosen.length}
      />
      <p role="status">
        {waits === null ? t('running', { done: ids.length, count: chosen.length }) : t('waits', { count: waits })}
      </p>
      {!isRunning && <Numbers issuing={issuing} />}
      {!isRunning && <Unspent issuing={issuing} />}
      {!isRunning && error !== null && (
        <Callout kind="danger" urgent>
          {refusal(error)}
        </Callout>
      )}
      {!isRunning && <NotIssued issuing={issuing} />}
      {!isRunning && sendAt !== null && <StopSending ids={ids} sendAt={sendAt} />}
      <DialogFoot>
        {isRunning ? (
          <Button variant="default" onClick={stop}>
            {t('stop')}
          </Button>
        ) : (
          <>
            {open > 0 && (
              <Button variant="default" onClick={() => void start(chosen)}>
                {t('continue', { count: open })}
              </Button>
            )}
            <Button onClick={onClose}>{t('common:close')}</Button>
          </>
        )}
      </DialogFoot>
    </div>
  )
}

/** The numbers that the invoices got, and the date if it is not the day of the issue. */
function Numbers({ issuing: { chosen, outcomes } }: { issuing: IssueMany }) {
  const { t } = useTranslation(['issueMany', 'invoice'])
  const { language } = useLocale()
  const issued = chosen.flatMap(({ id }) => {
    const outcome = outcomes.get(id)
    return outcome && 'number' in outcome ? [outcome] : []
  })
  const [first, last] = [issued[0], issued.at(-1)]
  if (!first || !last) return null
  const moved = issued.find(({ movedTo }) => movedTo !== null)?.movedTo
  return (
    <p>
      {issued.length === 1 ? first.number : t('numbers', { first: first.number, last: last.number })}
      {moved && <br />}
      {moved && t('invoice:done.moved', { day: dateText(moved, language) })}
    </p>
  )
}

/** The invoices for which the credit of the payer could not be used. */
function Unspent({ issuing: { outcomes } }: { issuing: IssueMany }) {
  const { t } = useTranslation('issueMany')
  const numbers = [...outcomes.values()].flatMap((outcome) =>
    'number' in outcome && outcome.isCreditUnspent ? [outcome.number] : [],
  )
  return numbers.length > 0 && <Callout kind="warning">{t('unspent', { numbers: numbers.join(', ') })}</Callout>
}

/** The drafts that were not issued, each with the reason. */
function NotIssued({ issuing: { chosen, outcomes } }: { issuing: IssueMany }) {
  const { t } = useTranslation('issueMany')
  const refused = chosen.flatMap((draft) => {
    const outcome = outcomes.get(draft.id)
    return outcome && 'refusal' in outcome ? [{ draft, outcome }] : []
  })
  const open = chosen.length - outcomes.size
  if (refused.length + open === 0) return null
  return (
    <Callout kind="warning" title={t('notIssued', { count: refused.length + open })}>
      {open > 0 && <p>{t('unfinished', { count: open })}</p>}
      <ul className={classes.refused}>
        {refused.map(({ draft: { id, clientId, payerName }, outcome: { refusal, missing } }) => (
          <li key={id}>
            {payerName}: {missing.length === 0 && t(`refusal.${refusal}`)}
            <MissingNames missing={missing} draft={{ id, clientId }} />
          </li>
        ))}
      </ul>
    </Callout>
  )
}
