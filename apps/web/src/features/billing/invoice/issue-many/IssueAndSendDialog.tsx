import type { InvoiceId } from '@attune/contract/common/ids'
import type { DraftToIssue } from '@attune/contract/features/billing/invoice/invoice.to-issue'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { useSendsEmail } from '../../../../platform/settings/use-sends-email.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { Dialog } from '../../../../ui/dialog/Dialog.tsx'
import { DialogFoot } from '../../../../ui/dialog/DialogFoot.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { moneyText } from '../../../../ui/page/money-text.ts'
import { usePhone } from '../../../../ui/page/use-phone.ts'
import classes from './issue-many.module.css'
import { IssueProgress } from './IssueProgress.tsx'
import { missingInBusiness, isIssuable, sumsOfDrafts } from './problems.ts'
import { ReviewList } from './ReviewList.tsx'
import { useIssueMany } from './use-issue-many.ts'

type Props = {
  /** The drafts to review; by default all. */
  ids?: InvoiceId[]
  onClose: () => void
}

/**
 * Reviews drafts before they are issued and sent: payer, address or channel, amount and problems. Then shows the progress, the result, and until the
 * emails leave, a button that stops them.
 */
export function IssueAndSendDialog({ ids, onClose }: Props) {
  const { t } = useTranslation('issueMany')
  const phone = usePhone()
  const issuing = useIssueMany()
  const hasBegun = issuing.isRunning !== null
  const read = useQuery({
    ...orpc.invoice.toIssue.queryOptions({ input: ids ? { ids } : {} }),
    refetchOnMount: 'always',
    // The list stays as it was reviewed while its drafts become invoices.
    enabled: !hasBegun,
  })
  return (
    <Dialog
      title={t('title', { count: ids?.length ?? several })}
      size={620}
      fullScreen={Boolean(phone)}
      closeOnClickOutside={false}
      closeOnEscape={!issuing.isRunning}
      onClose={() => issuing.isRunning || onClose()}
    >
      {hasBegun ? (
        <IssueProgress issuing={issuing} onClose={onClose} />
      ) : (
        <Query of={read} pending={<RowSkeletons rows={6} avatar={false} />} failed={t('failed')} again={t('again')}>
          {({ items, more }) => (
            <Review
              drafts={items}
              hasMore={more}
              isReady={ids !== undefined}
              onClose={onClose}
              onStart={(chosen, spending) => void issuing.start(chosen, spending)}
            />
          )}
        </Query>
      )}
    </Dialog>
  )
}

/** Selects the plural of a text if the list of drafts is not known yet. */
const several = 2

type ReviewProps = {
  drafts: readonly DraftToIssue[]
  hasMore: boolean
  /** Whether the button that issues gets the focus, so that Enter presses it. */
  isReady: boolean
  onClose: () => void
  onStart: (chosen: readonly DraftToIssue[], spending: ReadonlySet<InvoiceId>) => void
}

function Review({ drafts, hasMore, isReady, onClose, onStart }: ReviewProps) {
  const { t } = useTranslation(['issueMany', 'common'])
  const { language } = useLocale()
  const sendsEmail = useSendsEmail()
  // `data-autofocus` is not enough, because the drafts can load after the dialog has taken the focus.
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isReady) button.current?.focus()
  }, [isReady])
  const [left, setLeft] = useState<ReadonlySet<InvoiceId>>(new Set())
  const [spending, setSpending] = useState<ReadonlySet<InvoiceId>>(new Set())
  const chosen = drafts.filter((draft) => isIssuable(draft, sendsEmail) && !left.has(draft.id))
  const sums = sumsOfDrafts(chosen).map(({ currency, minor }) => moneyText(minor, currency, language))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (chosen.length > 0) onStart(chosen, spending)
  }
  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <p>{drafts.length > 0 ? t('intro', { count: drafts.length }) : t('none')}</p>
      <BusinessProblems drafts={drafts} />
      {hasMore && <Callout>{t('more', { count: drafts.length })}</Callout>}
      {drafts.length > 0 && <ReviewList {...{ drafts, left, spending }} onLeft={setLeft} onSpending={setSpending} />}
      <DialogFoot>
        <span className={classes.sum}>{sums.join(' + ')}</span>
        <Button variant="default" onClick={onClose}>
          {t('common:cancel')}
        </Button>
        <Button ref={button} type="submit" data-autofocus={isReady || undefined} disabled={chosen.length === 0}>
          {t('open', { count: chosen.length })}
        </Button>
      </DialogFoot>
    </form>
  )
}

/** Lists the missing business settings, which every invoice needs. */
function BusinessProblems({ drafts }: { drafts: readonly DraftToIssue[] }) {
  const { t } = useTranslation(['issueMany', 'invoiceDraft'])
  const missing = missingInBusiness(drafts)
  if (missing.length === 0) return null
  const names = missing.map(({ field }) =>
    t([`invoiceDraft:missing.fields.business.${field}`, 'invoiceDraft:missing.fields.business.other']),
  )
  return (
    <Callout
      kind="warning"
      urgent
      title={t('business')}
      action={
        <ButtonLink
          variant="default"
          size="compact-sm"
          to="/dashboard/$userType/settings"
          params={{ userType: 'therapist' }}
          search={{ tab: 'business' }}
        >
          {t('openBusiness')}
        </ButtonLink>
      }
    >
      {names.join(', ')}
    </Callout>
  )
}
