import type { ClientId } from '@attune/contract/common/ids'
import type { Client } from '@attune/contract/features/people/client/client'
import type { RecordOverview } from '@attune/contract/features/people/client/client.overview'
import { Button, Tabs, VisuallyHidden } from '@mantine/core'
import { IconUserOff } from '@tabler/icons-react'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary } from '../../../../platform/lazy-named.ts'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import { Card } from '../../../../ui/page/Section.tsx'
import { DetailSkeleton } from '../../../../ui/page/loading/DetailSkeleton.tsx'
import { ScrollRow } from '../../../../ui/page/row/ScrollRow.tsx'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { RevealTogether } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { useSubscribeToClientTags } from '../../client-tag/client-tag.ts'
import { LazyClientNotes } from '../../../care/note/note.ts'
import { LazyClientSessionsTab, useSubscribeToSessions } from '../../../schedule/session/session.ts'
import { LazyClientTasksTab } from '../../../care/task/task.ts'
import { LazyClientPlan } from '../../../care/treatment-plan/treatment-plan.ts'
import { ClientOverview } from '../overview/ClientOverview.tsx'
import { ProfileHeader } from './ProfileHeader.tsx'
import { TabCount } from './TabCount.tsx'
import { useClientOverview } from '../overview/use-client-overview.ts'
import { useSubscribeToClients } from '../use-client-updates.ts'
import { useSetPageName } from '../../../../ui/page/use-page-name.ts'
import { useMarkSubjectRead } from '../../../messages/notification/notification.ts'

const EditClient = lazyInBoundary(() => import('../edit/EditClient.tsx'), 'EditClient')
const ClientJournal = lazyInBoundary(() => import('../../../care/journal/journal.ts'), 'ClientJournal')
const DocumentsTab = lazyInBoundary(() => import('../../../care/form/form.ts'), 'DocumentsTab')
const ClientSafetyPlan = lazyInBoundary(() => import('../../../care/safety/safety.ts'), 'ClientSafetyPlan')
const ClientTimeline = lazyInBoundary(() => import('../timeline/ClientTimeline.tsx'), 'ClientTimeline')

const route = getRouteApi('/dashboard/therapist/clients/$clientId/client-profile')
const tabs = ['overview', 'sessions', 'notes', 'plan', 'tasks', 'journal', 'documents', 'safety', 'timeline'] as const

/** The page of a client record, with tabs for overview, sessions, notes, plan, tasks, journal, documents, safety plan and timeline. */
export function ClientProfile() {
  const { t } = useTranslation(['client', 'clientOverview', 'record', 'session'])
  const { clientId } = route.useParams()
  const { tab = 'overview', edit = false } = route.useSearch()
  useSubscribeToClients()
  useSubscribeToSessions()
  useSubscribeToClientTags()
  useMarkSubjectRead('client', clientId)
  const read = useQuery(orpc.client.get.queryOptions({ input: { id: clientId } }))
  if (read.isPending) return <DetailSkeleton title={t('list.name')} />
  if (!read.data) return <NoRecord read={read} />
  return <Profile client={read.data} tab={tab} edit={edit} />
}

type ProfileProps = { client: Client; tab: (typeof tabs)[number]; edit: boolean }

function Profile({ client, tab, edit }: ProfileProps) {
  const { t } = useTranslation('client')
  const navigate = route.useNavigate()
  const counts = tabCounts(useClientOverview(client.id).data)
  const name = `${client.firstName} ${client.lastName}`
  useSetPageName(name)
  const setEdit = (on: boolean) => navigate({ search: on ? { edit: true } : {}, replace: !on, ignoreBlocker: true })
  if (edit && client.may.edit)
    return (
      <Suspense fallback={<DetailSkeleton title={t('list.name')} />}>
        <EditClient client={client} onDone={() => void setEdit(false)} />
      </Suspense>
    )
  return (
    <>
      <ProfileHeader client={client} name={name} onEdit={client.may.edit ? () => void setEdit(true) : null} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          const wanted = tabs.find((one) => one === next)
          void navigate({ search: wanted && wanted !== 'overview' ? { tab: wanted } : {}, replace: true })
        }}
      >
        <ScrollRow below>
          <Tabs.List aria-label={t('profile.tabs')}>
            {tabs.map((one) => (
              <Tabs.Tab key={one} value={one} fw={550} rightSection={<TabCount count={counts[one] ?? 0} />}>
                {t(`profile.${one}`)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </ScrollRow>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <TabContent tab={one} client={client} name={name} onEdit={() => void setEdit(true)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

/** Returns the number of waiting items per tab: requests to answer, open tasks, new entries. */
const tabCounts = (overview: RecordOverview | undefined): Partial<Record<(typeof tabs)[number], number>> =>
  overview ? { sessions: overview.waiting.length, tasks: overview.tasks.count, journal: overview.entries.count } : {}

type TabProps = { client: Client; name: string } & { tab: (typeof tabs)[number]; onEdit: () => void }

function TabContent({ tab, client, name, onEdit }: TabProps) {
  const { id: clientId, firstName, hasAccount } = client
  const may = client.status !== 'inactive'
  if (tab === 'overview') return <ClientOverview client={client} onEdit={client.may.edit ? onEdit : null} />
  return (
    <RevealTogether waiting={<RowSkeletons rows={tab === 'safety' ? 4 : 5} avatar={false} />}>
      {tab === 'sessions' && <LazyClientSessionsTab clientId={clientId} />}
      {tab === 'tasks' && <LazyClientTasksTab client={{ id: clientId, name }} may={may} />}
      {tab === 'notes' && <NotesTab clientId={clientId} name={firstName} />}
      {tab === 'plan' && <LazyClientPlan clientId={clientId} />}
      {tab === 'journal' && <ClientJournal clientId={clientId} name={firstName} hasAccount={hasAccount} />}
      {tab === 'documents' && <DocumentsTab client={{ id: clientId, name: firstName }} may={may} />}
      {tab === 'safety' && <ClientSafetyPlan clientId={clientId} name={firstName} hasAccount={hasAccount} />}
      {tab === 'timeline' && <ClientTimeline client={client} />}
    </RevealTogether>
  )
}

/** The notes of the record. A link to the note about the client opens this note. */
function NotesTab(of: { clientId: ClientId; name: string }) {
  const { note } = route.useSearch()
  return <LazyClientNotes {...of} opened={note ?? null} />
}

type FailedRead = Pick<UseQueryResult<unknown, unknown>, 'data' | 'isPending' | 'error' | 'refetch'>

/** Shows that the record does not exist, or that loading failed. */
function NoRecord({ read }: { read: FailedRead }) {
  const { t } = useTranslation('client')
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(read.error))) return <Missing />
  return (
    <Card>
      <VisuallyHidden component="h1">{t('list.name')}</VisuallyHidden>
      <Query of={read} failed={t('profile.failed')} again={t('again')} />
    </Card>
  )
}

function Missing() {
  const { t } = useTranslation('client')
  return (
    <Card>
      <EmptyState icon={IconUserOff} level="h1" title={t('profile.notFound')} text={t('profile.notFoundText')}>
        <Button variant="light" renderRoot={(props) => <Link to="/dashboard/therapist/clients" {...props} />}>
          {t('profile.toList')}
        </Button>
      </EmptyState>
    </Card>
  )
}
