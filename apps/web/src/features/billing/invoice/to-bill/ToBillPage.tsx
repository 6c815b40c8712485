import type { ToBillItem } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import { maxSessionsPerDraft } from '@attune/contract/features/billing/invoice/invoice.rules'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconFilePlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { datePartsText, localDay } from '../../../../ui/page/date-text.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { PageTogether } from '../../../../ui/page/loading/PageTogether.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { toast } from '../../../../ui/toast/toast.ts'
import { useNow } from '../../../../ui/page/use-now.ts'
import { useSubscribeToSessions } from '../../../schedule/session/session.ts'
import { billableIn, draftedAtOnce, monthBefore, toBillGroups } from './groups.ts'
import { ToBillGroupCard } from './ToBillGroupCard.tsx'
import classes from './ToBill.module.css'
import { useDraftSessions } from './use-draft-sessions.ts'
import { useSubscribeToInvoices } from '../use-invoices.ts'

/** Lists the unbilled sessions by client, with buttons that create drafts. */
export function ToBillPage() {
  const { t } = useTranslation('toBill')
  useSubscribeToInvoices()
  useSubscribeToSessions()
  const read = useQuery(orpc.invoice.toBill.queryOptions({ input: {} }))
  const { items = [], more: hasMore = false } = read.data ?? {}
  return (
    <PageTogether title={t('title')}>
      <PageHeader title={t('title')} facts={t('subtitle')} actions={<LastMonthButton />} />
      <Query
        of={read}
        card
        failed={t('failed')}
        again={t('again')}
        pending={
          <Card>
            <RowSkeletons rows={6} avatar={false} />
          </Card>
        }
        empty={items.length === 0 && !hasMore && read.isSuccess && <NothingToBill />}
      >
        {() => (
          <div className={classes.groups}>
            {hasMore && <Callout>{t('more')}</Callout>}
            <MissingPrices items={items} />
            {toBillGroups(items).map((group) => (
              <ToBillGroupCard key={group.clientId} group={group} />
            ))}
          </div>
        )}
      </Query>
    </PageTogether>
  )
}

/**
 * A button that creates one draft per payer for all sessions of last month, and opens the list of drafts. If one call does not accept all sessions, a
 * toast shows how many remain, and the page stays open. Renders nothing if no session can be billed.
 */
function LastMonthButton() {
  const { t } = useTranslation('toBill')
  const locale = useLocale()
  const navigate = useNavigate()
  const draft = useDraftSessions()
  const month = monthBefore(localDay(useNow().toISOString(), locale))
  const read = useQuery(orpc.invoice.toBill.queryOptions({ input: { month } }))
  const billable = billableIn(read.data?.items ?? [], month)
  const drafted = draftedAtOnce(billable, maxSessionsPerDraft)
  const left = billable.length - drafted.length
  const send = () =>
    draft.mutate(drafted, {
      onSuccess: ({ ids }) => {
        toast.success(t('drafted', { count: ids.length }))
        if (left > 0) return toast.info(t('lastMonthLeft', { count: left }))
        void navigate({ to: '/dashboard/therapist/payments', search: { filter: 'draft' } })
      },
    })
  if (read.isPending) return <Pending />
  if (billable.length === 0) return null
  return (
    <Button
      leftSection={<IconFilePlus size={18} aria-hidden />}
      title={t('lastMonthHint', {
        month: datePartsText(`${month}-01`, locale.language, { month: 'long', year: 'numeric' }),
        count: billable.length,
      })}
      loading={draft.isPending}
      disabled={read.isFetching}
      onClick={send}
    >
      {t('lastMonth')}
    </Button>
  )
}

/** Lists the services without a price. Their sessions can be billed only after a price is entered. */
function MissingPrices({ items }: { items: readonly ToBillItem[] }) {
  const { t } = useTranslation(['toBill', 'session'])
  const without = items.filter(({ priceMinor }) => priceMinor === null)
  if (without.length === 0) return null
  const names = new Set(without.map(({ text, format }) => text || t(`session:format.${format}`)))
  return (
    <Callout
      kind="warning"
      title={t('missing.title', { count: without.length })}
      action={
        <ButtonLink
          variant="default"
          size="compact-sm"
          to="/dashboard/$userType/settings/$subject"
          params={{ userType: 'therapist', subject: 'services' }}
        >
          {t('missing.open')}
        </ButtonLink>
      }
    >
      {t('missing.text', { names: [...names].join(', ') })}
    </Callout>
  )
}

function NothingToBill() {
  const { t } = useTranslation('toBill')
  return (
    <Card>
      <EmptyState icon={IconCircleCheck} title={t('emptyTitle')} text={t('emptyText')}>
        <ButtonLink variant="light" to="/dashboard/therapist/payments">
          {t('toList')}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}
