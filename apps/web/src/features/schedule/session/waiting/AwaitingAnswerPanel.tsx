import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { TextLink } from '../../../../ui/base/TextLink.tsx'
import { Pending } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { SessionDialogProvider } from '../dialogs/SessionDialogProvider.tsx'
import { AwaitingAnswerRow } from './AwaitingAnswerRow.tsx'
import { openQuestionOfItem, type AwaitingAnswerItem } from './awaiting-answer-item.ts'
import type { AwaitingAnswerPanelProps } from './LazyAwaitingAnswerPanel.tsx'

/**
 * Lists the sessions and change requests that await an answer, soonest first, with answer buttons. The dialogs are
 * rendered outside the rows. When a row disappears because its item was answered on another device, an open dialog
 * keeps its input.
 */
export function AwaitingAnswerPanel(props: AwaitingAnswerPanelProps) {
  return (
    <SessionDialogProvider>
      <AwaitingAnswers {...props} />
    </SessionDialogProvider>
  )
}

function AwaitingAnswers({
  viewer,
  hiddenWhenEmpty: quiet = false,
  limit = 50,
  clientId,
  given,
  except,
}: AwaitingAnswerPanelProps) {
  const { t } = useTranslation(['sessionList', 'session', 'negotiation'])
  const own = useQuery({ ...orpc.session.waiting.queryOptions({ input: {} }), enabled: given === undefined })
  const read = given ? { data: { items: given }, isPending: false, refetch: own.refetch } : own
  const open = (read.data?.items ?? []).filter(
    (waiting) =>
      openQuestionOfItem(waiting, viewer) &&
      (!clientId || clientIdsOf(waiting).includes(clientId)) &&
      (waiting.session.id !== except || waiting.change !== null),
  )
  if (quiet && open.length === 0 && (read.data || read.isPending)) return read.data ? null : <Pending />
  return (
    <Section title={t('waiting.title')} count={open.length} rows={open.length > 0 || !read.data}>
      <Query
        of={read}
        pending={<RowSkeletons rows={2} avatar={false} />}
        failed={t('session:loadFailed')}
        again={t('session:again')}
        empty={
          open.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('waiting.empty')}
            </Text>
          )
        }
      >
        {() => <AwaitingAnswerRows items={open} limit={limit} viewer={viewer} />}
      </Query>
      {open.length > limit && (
        <TextLink to="/dashboard/$userType/sessions" params={{ userType: viewer }}>
          {t('waiting.more', { count: open.length - limit })}
        </TextLink>
      )}
    </Section>
  )
}

type RowsProps = Pick<AwaitingAnswerPanelProps, 'viewer'> & { items: AwaitingAnswerItem[]; limit: number }

function AwaitingAnswerRows({ items, limit, viewer }: RowsProps) {
  return items
    .slice(0, limit)
    .map((waiting, index) => (
      <AwaitingAnswerRow
        key={`${waiting.session.id} ${waiting.change?.id ?? ''}`}
        waiting={waiting}
        viewer={viewer}
        together={items.findIndex((one) => isSameSeries(one, waiting)) === index ? waiting.awaitedInSeries : 0}
      />
    ))
}

/**
 * Returns whether `one` is a session, not a change request, of the same series as `other`. The button 'Accept all'
 * appears only beside the first such item of a series.
 */
const isSameSeries = (one: AwaitingAnswerItem, other: AwaitingAnswerItem) =>
  !one.change && one.session.seriesId !== null && one.session.seriesId === other.session.seriesId

/**
 * Returns the ids of the clients to whom an item belongs: the requester of a change request, or all participants of a
 * session.
 */
const clientIdsOf = ({ session, change }: AwaitingAnswerItem) =>
  change ? [change.clientId] : session.participants.map((person) => person.clientId)
