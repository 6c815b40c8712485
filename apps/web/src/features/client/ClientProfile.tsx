import type { Client } from '@attune/contract/features/client'
import { Button, Tabs, VisuallyHidden } from '@mantine/core'
import { IconPhone, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { orpc } from '../../platform/api.ts'
import { errorCode } from '../../platform/errors.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { dateText, localDay, monthOfText } from '../../ui/page/date-text.ts'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import { PersonAvatar } from '../../ui/page/PersonAvatar.tsx'
import { Card } from '../../ui/page/Section.tsx'
import { DetailSkeleton } from '../../ui/page/DetailSkeleton.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/page/ListStates.tsx'
import { useSubscribeToClientTags } from '../client-tag/client-tag.ts'
import { LazyClientNotes } from '../note/note.ts'
import { LazyClientSessionsTab, ScheduleButton, useSubscribeToSessions } from '../session/session.ts'
import { LazyClientTasksTab } from '../task/task.ts'
import { detailsOf } from './client-details.tsx'
import { ClientOverview } from './ClientOverview.tsx'
import { useSubscribeToClients } from './use-client-updates.ts'
import { ClientStatusBadge } from './ClientStatusBadge.tsx'
import { phoneHref } from './phone-link.tsx'
import { ScrollableTabs } from './ScrollableTabs.tsx'
import { useMarkSubjectRead } from '../notification/notification.ts'

const ClientEdit = lazyNamed(() => import('./EditClient.tsx'), 'EditClient')
const ClientJournal = lazyNamed(() => import('../journal/journal.ts'), 'ClientJournal')
const ClientSafety = lazyNamed(() => import('../safety/safety.ts'), 'ClientSafetyPlan')
const Timeline = lazyNamed(() => import('./ClientTimeline.tsx'), 'ClientTimeline')

const route = getRouteApi('/dashboard/therapist/clients/$clientId/client-profile')
const tabs = ['overview', 'sessions', 'notes', 'tasks', 'journal', 'safety', 'timeline'] as const

/** The page of a client record, with tabs for overview, sessions, notes, tasks, journal, safety plan and timeline. */
export function ClientProfile() {
  const { t } = useTranslation(['client', 'record', 'session'])
  const { clientId } = route.useParams()
  const { tab = 'overview', edit = false } = route.useSearch()
  const navigate = route.useNavigate()
  useSubscribeToClients()
  useSubscribeToSessions()
  useSubscribeToClientTags()
  useMarkSubjectRead('client', clientId)
  const read = useQuery(orpc.client.get.queryOptions({ input: { id: clientId } }))
  if (read.isPending) return <DetailSkeleton title={t('list.name')} />
  if (!read.data) return <NoRecord error={read.error} onAgain={() => void read.refetch()} />
  const client = read.data
  const name = `${client.firstName} ${client.lastName}`
  const setEdit = (on: boolean) => navigate({ search: on ? { edit: true } : {}, replace: !on, ignoreBlocker: true })
  if (edit && client.may.edit)
    return (
      <Suspense fallback={<DetailSkeleton title={t('list.name')} />}>
        <ClientEdit client={client} onDone={() => void setEdit(false)} />
      </Suspense>
    )
  return (
    <>
      <ProfileHeader client={client} name={name} />
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(next) => {
          const wanted = tabs.find((one) => one === next)
          void navigate({ search: wanted && wanted !== 'overview' ? { tab: wanted } : {}, replace: true })
        }}
      >
        <ScrollableTabs label={t('profile.tabs')}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} fw={550}>
              {t(`profile.${one}`)}
            </Tabs.Tab>
          ))}
        </ScrollableTabs>
        {tabs.map((one) => (
          <Tabs.Panel key={one} value={one}>
            <TabContent tab={one} client={client} name={name} onEdit={() => void setEdit(true)} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </>
  )
}

type HeaderProps = { client: Client; name: string }

function ProfileHeader({ client, name }: HeaderProps) {
  const { t } = useTranslation('client')
  const reader = useLocale()
  const since =
    client.status === 'pending'
      ? t('profile.added', { when: dateText(localDay(client.joinedAt, reader), reader.language) })
      : t('profile.since', { when: monthOfText(client.joinedAt, reader) })
  return (
    <PageHeader
      title={name}
      beside={detailsOf(client, 'name', reader.language).map(({ field, value }) => (
        <span key={field}>{value}</span>
      ))}
      avatar={<PersonAvatar personId={client.personId} name={name} url={client.avatarUrl} size={56} />}
      facts={
        <MetaList size={14}>
          <ClientStatusBadge status={client.status} lively />
          {client.age !== null && t('profile.age', { count: client.age })}
          {since}
        </MetaList>
      }
      actions={
        <>
          {client.emergencyPhone && <EmergencyCall client={client} />}
          {client.may.planSession && <ScheduleButton client={{ id: client.id, name }} />}
        </>
      }
    />
  )
}

type TabProps = HeaderProps & { tab: (typeof tabs)[number]; onEdit: () => void }

function TabContent({ tab, client, name, onEdit }: TabProps) {
  const { id: clientId, firstName, hasAccount } = client
  const may = client.status !== 'inactive'
  if (tab === 'overview') return <ClientOverview client={client} onEdit={client.may.edit ? onEdit : null} />
  if (tab === 'sessions') return <LazyClientSessionsTab clientId={clientId} />
  if (tab === 'tasks') return <LazyClientTasksTab client={{ id: clientId, name }} may={may} />
  if (tab === 'notes') return <LazyClientNotes clientId={clientId} name={firstName} />
  return (
    <Suspense fallback={<RowSkeletons rows={tab === 'safety' ? 4 : 5} avatar={false} />}>
      {tab === 'journal' && <ClientJournal clientId={clientId} name={firstName} hasAccount={hasAccount} />}
      {tab === 'safety' && <ClientSafety clientId={clientId} name={firstName} hasAccount={hasAccount} />}
      {tab === 'timeline' && <Timeline client={client} />}
    </Suspense>
  )
}

/** A button that calls the emergency contact. It is visible on every tab of the record. */
function EmergencyCall({ client }: { client: Client }) {
  const { t } = useTranslation(['client', 'common'])
  const { emergencyName, emergencyPhone } = client
  const contact = [emergencyName, emergencyPhone].filter(Boolean).join(', ')
  return (
    <Button
      component="a"
      variant="default"
      href={phoneHref(emergencyPhone)}
      leftSection={<IconPhone size={18} aria-hidden />}
      aria-label={t('common:labelled', { label: t('profile.emergencyCall'), text: contact })}
    >
      {t('profile.emergencyCall')}
    </Button>
  )
}

/** Shows that the record does not exist, or that loading failed. */
function NoRecord({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const { t } = useTranslation('client')
  if (['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(error))) return <Missing />
  return (
    <Card>
      <VisuallyHidden component="h1">{t('list.name')}</VisuallyHidden>
      <LoadFailed words={t('profile.failed')} again={t('again')} onAgain={onAgain} />
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
