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
import { EmptyState } from '../../ui/EmptyState.tsx'
import { MetaList } from '../../ui/MetaList.tsx'
import { dateText, localDay, monthOfText } from '../../ui/date-text.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Card } from '../../ui/Section.tsx'
import { DetailSkeleton } from '../../ui/DetailSkeleton.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/ListStates.tsx'
import { useSubscribeToClientTags } from '../client-tag/client-tag.ts'
import { LazyClientSessionsTab, ScheduleButton, useSubscribeToSessions } from '../session/session.ts'
import { LazyClientTasksTab } from '../task/task.ts'
import { ClientOverview } from './ClientOverview.tsx'
import { useSubscribeToClients } from './use-client-updates.ts'
import { ClientStatusBadge } from './ClientStatusBadge.tsx'
import { phoneHref } from './phone-link.tsx'
import { ScrollableTabs } from './ScrollableTabs.tsx'

const ClientEdit = lazyNamed(() => import('./EditClient.tsx'), 'EditClient')
const ClientJournal = lazyNamed(() => import('../journal/journal.ts'), 'ClientJournal')
const ClientSafety = lazyNamed(() => import('../safety/safety.ts'), 'ClientSafetyPlan')
const Timeline = lazyNamed(() => import('./ClientTimeline.tsx'), 'ClientTimeline')

const route = getRouteApi('/dashboard/therapist/clients/$clientId/client-profile')
const tabs = ['overview', 'sessions', 'tasks', 'journal', 'safety', 'timeline'] as const

/** The record of a client, with tabs for overview, sessions, tasks, journal, safety plan and timeline. */
export function ClientProfile() {
  const { t } = useTranslation('client')
  const reader = useLocale()
  const { clientId } = route.useParams()
  const { tab = 'overview', edit = false } = route.useSearch()
  const navigate = route.useNavigate()
  useSubscribeToClients()
  useSubscribeToSessions()
  useSubscribeToClientTags()
  const read = useQuery(orpc.client.get.queryOptions({ input: { id: clientId } }))
  if (read.isPending) return <DetailSkeleton title={t('list.name')} />
  if (!read.data) {
    const missing = ['NOT_FOUND', 'BAD_REQUEST'].includes(errorCode(read.error))
    if (missing) return <Missing />
    return (
      <Card>
        <VisuallyHidden component="h1">{t('list.name')}</VisuallyHidden>
        <LoadFailed words={t('profile.failed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Card>
    )
  }
  const client = read.data
  const name = `${client.firstName} ${client.lastName}`
  const setEdit = (on: boolean) => navigate({ search: on ? { edit: true } : {}, replace: !on, ignoreBlocker: true })
  const since =
    client.status === 'pending'
      ? t('profile.added', { when: dateText(localDay(client.joinedAt, reader), reader.language) })
      : t('profile.since', { when: monthOfText(client.joinedAt, reader) })
  if (edit && client.may.edit)
    return (
      <Suspense fallback={<DetailSkeleton title={t('list.name')} />}>
        <ClientEdit client={client} onDone={() => void setEdit(false)} />
      </Suspense>
    )
  return (
    <>
      <PageHeader
        title={name}
        avatar={<PersonAvatar name={name} url={client.avatarUrl} size={56} />}
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
        <Tabs.Panel value="overview">
          <ClientOverview client={client} onEdit={client.may.edit ? () => void setEdit(true) : null} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <LazyClientSessionsTab clientId={client.id} />
        </Tabs.Panel>
        <Tabs.Panel value="journal">
          <Suspense fallback={<RowSkeletons rows={5} avatar={false} />}>
            <ClientJournal clientId={client.id} name={client.firstName} hasAccount={client.hasAccount} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="safety">
          <Suspense fallback={<RowSkeletons rows={4} avatar={false} />}>
            <ClientSafety clientId={client.id} name={client.firstName} hasAccount={client.hasAccount} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="tasks">
          <LazyClientTasksTab client={{ id: client.id, name }} may={client.status !== 'inactive'} />
        </Tabs.Panel>
        <Tabs.Panel value="timeline">
          <Suspense fallback={<RowSkeletons rows={5} avatar={false} />}>
            <Timeline client={client} />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** Calls the emergency contact. The button is visible on every tab of the record. */
function EmergencyCall({ client }: { client: Client }) {
  const { t } = useTranslation('client')
  const { emergencyName, emergencyPhone } = client
  return (
    <Button
      component="a"
      variant="default"
      href={phoneHref(emergencyPhone)}
      leftSection={<IconPhone size={18} aria-hidden />}
      aria-label={`${t('profile.emergencyCall')}: ${[emergencyName, emergencyPhone].filter(Boolean).join(', ')}`}
    >
      {t('profile.emergencyCall')}
    </Button>
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
