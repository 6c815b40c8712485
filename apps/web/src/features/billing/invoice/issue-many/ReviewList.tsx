import type { InvoiceId } from '@attune/contract/common/ids'
import type { DraftToIssue } from '@attune/contract/features/billing/invoice/invoice.to-issue'
import { Checkbox } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { moneyText } from '../../../../ui/page/money-text.ts'
import classes from './issue-many.module.css'
import { MissingNames } from './MissingNames.tsx'
import { isIssuable, problemsOf, withProblemsFirst, type DraftProblems, type Obstacle } from './problems.ts'

type Props = {
  drafts: readonly DraftToIssue[]
  /** The drafts that the person left out. */
  left: ReadonlySet<InvoiceId>
  onLeft: (left: ReadonlySet<InvoiceId>) => void
  /** The drafts whose invoices are paid with credit of their payers. */
  spending: ReadonlySet<InvoiceId>
  onSpending: (spending: ReadonlySet<InvoiceId>) => void
}

/** The drafts with payer, address or channel, and amount; those with problems first. A draft with a problem cannot be chosen. */
export function ReviewList({ drafts, left, onLeft, spending, onSpending }: Props) {
  const { t } = useTranslation('issueMany')
  const sendsEmail = useSendsEmail()
  const issuable = drafts.filter((draft) => isIssuable(draft, sendsEmail))
  const chosen = issuable.filter(({ id }) => !left.has(id))
  return (
    <>
      {issuable.length > 1 && (
        <Checkbox
          className={classes.all}
          label={t('all', { count: issuable.length })}
          checked={chosen.length === issuable.length}
          indeterminate={chosen.length > 0 && chosen.length < issuable.length}
          onChange={(event) => onLeft(new Set(event.currentTarget.checked ? [] : issuable.map(({ id }) => id)))}
        />
      )}
      <ul className={classes.list} aria-label={t('list')}>
        {withProblemsFirst(drafts, sendsEmail).map((draft) => (
          <ReviewRow
            key={draft.id}
            draft={draft}
            problems={problemsOf(draft, sendsEmail)}
            isIssuable={isIssuable(draft, sendsEmail)}
            isChosen={!left.has(draft.id)}
            onChosen={(on) => onLeft(toggled(left, draft.id, !on))}
            spends={spending.has(draft.id)}
            onSpends={(on) => onSpending(toggled(spending, draft.id, on))}
          />
        ))}
      </ul>
      {drafts.every(({ creditMinor }) => creditMinor === '0') && <p>{t('noCredit', { count: drafts.length })}</p>}
    </>
  )
}

const toggled = (ids: ReadonlySet<InvoiceId>, id: InvoiceId, on: boolean): ReadonlySet<InvoiceId> =>
  new Set(on ? [...ids, id] : [...ids].filter((one) => one !== id))

type RowProps = {
  draft: DraftToIssue
  problems: DraftProblems
  isIssuable: boolean
  isChosen: boolean
  onChosen: (on: boolean) => void
  spends: boolean
  onSpends: (on: boolean) => void
}

function ReviewRow({ draft, problems: { missing, obstacle }, isIssuable: isEnabled, ...row }: RowProps) {
  const { t } = useTranslation('issueMany')
  const { language } = useLocale()
  const sendsEmail = useSendsEmail()
  const { isChosen, onChosen, spends, onSpends } = row
  const { clientName, payerName, emails, grossMinor, currency, creditMinor } = draft
  const facts = [
    payerName !== clientName && t('forClient', { name: clientName }),
    emails.length > 0
      ? t('email', { emails: emails.join(', ') })
      : draft.obstacle === null && t(sendsEmail ? 'inApp' : 'inAppOnly'),
  ]
  return (
    <li className={classes.row}>
      <Checkbox
        className={classes.choice}
        label={payerName || clientName}
        description={facts.filter(Boolean).join(' · ')}
        disabled={!isEnabled}
        checked={isEnabled && isChosen}
        onChange={(event) => onChosen(event.currentTarget.checked)}
      />
      <span className={classes.amount}>{moneyText(grossMinor, currency, language)}</span>
      {creditMinor !== '0' && (
        <Checkbox
          className={classes.credit}
          label={t('spend', { name: payerName || clientName, amount: moneyText(creditMinor, currency, language) })}
          disabled={!isEnabled || !isChosen}
          checked={isEnabled && isChosen && spends}
          onChange={(event) => onSpends(event.currentTarget.checked)}
        />
      )}
      {(missing.length > 0 || obstacle) && (
        <ul className={classes.problems}>
          {missing.length > 0 && (
            <li>
              {t('missing')} <MissingNames missing={missing} draft={draft} />
            </li>
          )}
          {obstacle && (
            <li>
              <ObstacleText obstacle={obstacle} draft={draft} />
            </li>
          )}
        </ul>
      )}
    </li>
  )
}

/** Shows why the invoice does not reach its payer, and links to the pages on which this can be corrected. */
function ObstacleText({ obstacle, draft }: { obstacle: Obstacle; draft: DraftToIssue }) {
  const { t } = useTranslation('issueMany')
  const { id, clientId, clientName } = draft
  const profile = (
    <Link to="/dashboard/therapist/clients/$clientId/client-profile" params={{ clientId }}>
      {t('openProfile')}
    </Link>
  )
  const page = (
    <Link to="/dashboard/therapist/payments/$invoiceId" params={{ invoiceId: id }}>
      {t('openDraft')}
    </Link>
  )
  return (
    <>
      {t(`obstacle.${obstacle}`, { name: clientName })} {obstacle !== 'no-mail-server' && profile}
      {obstacle === 'client-pays' && ' · '}
      {(obstacle === 'client-pays' || obstacle === 'no-mail-server') && page}
    </>
  )
}
