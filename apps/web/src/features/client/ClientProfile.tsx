import type { Client } from '@attune/contract/features/client'
import { Button, Tabs, VisuallyHidden } from '@mantine/core'
import { IconPhone, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { query } from '../../platform/api.ts'
import { codeOf } from '../../platform/faults.ts'
import { useReader } from '../../platform/reader.ts'
import { Empty } from '../../ui/Empty.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { dateText, dayOf, monthText } from '../../ui/moment.ts'
import { PageHead } from '../../ui/PageHead.tsx'
import { PersonAvatar } from '../../ui/PersonAvatar.tsx'
import { Panel } from '../../ui/Section.tsx'
import { SheetWaiting } from '../../ui/SheetWaiting.tsx'
import { LoadFailed, RowSkeletons } from '../../ui/Waiting.tsx'
import { ClientSessions, PlanButton, useLiveSessions } from '../session/session.ts'
import { ClientTasks } from '../task/task.ts'
import { ClientOverview } from './ClientOverview.tsx'
import { useLiveClients } from './live.ts'
import { ClientMark } from './marks.tsx'
import { telOf } from './phone.tsx'
import { TabRow } from './TabRow.tsx'

const ClientEdit = lazy(() => import('./ClientEdit.tsx').then((file) => ({ default: file.ClientEdit })))
const ClientJournal = lazy(() => import('../journal/journal.ts').then((file) => ({ default: file.ClientJournal })))
const ClientSafety = lazy(() => import('../safety/safety.ts').then((file) => ({ default: file.ClientSafety })))
const Timeline = lazy(() => import('./Timeline.tsx').then((file) => ({ default: file.Timeline })))

const route = getRouteApi('/dashboard/therapist/clients/$clientId/client-profile')
const tabs = ['overview', 'sessions', 'tasks', 'journal', 'safety', 'timeline'] as const

/** The record of a client, with tabs for overview, sessions, tasks, journal, safety plan and timeline. */
export function ClientProfile() {
  const { t } = useTranslation('client')
  const reader = useReader()
  const { clientId } = route.useParams()
  const { tab = 'overview', edit = false } = route.useSearch()
  const navigate = route.useNavigate()
  useLiveClients()
  useLiveSessions()
  const read = useQuery(query.client.get.queryOptions({ input: { id: clientId } }))
  if (read.isPending) return <SheetWaiting title={t('list.name')} />
  if (!read.data) {
    const missing = ['NOT_FOUND', 'BAD_REQUEST'].includes(codeOf(read.error))
    if (missing) return <Missing />
    return (
      <Panel>
        <VisuallyHidden component="h1">{t('list.name')}</VisuallyHidden>
        <LoadFailed words={t('profile.failed')} again={t('again')} onAgain={() => void read.refetch()} />
      </Panel>
    )
  }
  const client = read.data
  const name = `${client.firstName} ${client.lastName}`
  const setEdit = (on: boolean) => navigate({ search: on ? { edit: true } : {}, replace: !on, ignoreBlocker: true })
  const since =
    client.status === 'pending'
      ? t('profile.added', { when: dateText(dayOf(client.joinedAt, reader), reader.language) })
      : t('profile.since', { when: monthText(client.joinedAt, reader) })
  if (edit && client.may.edit)
    return (
      <Suspense fallback={<SheetWaiting title={t('list.name')} />}>
        <ClientEdit client={client} onDone={() => void setEdit(false)} />
      </Suspense>
    )
  return (
    <>
      <PageHead
        title={name}
        avatar={<PersonAvatar name={name} url={client.avatarUrl} size={56} />}
        facts={
          <Facts size={14}>
            <ClientMark status={client.status} lively />
            {client.age !== null && t('profile.age', { count: client.age })}
            {since}
          </Facts>
        }
        actions={
          <>
            {client.emergencyPhone && <EmergencyCall client={client} />}
            {client.may.planSession && <PlanButton client={{ id: client.id, name }} />}
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
        <TabRow label={t('profile.tabs')}>
          {tabs.map((one) => (
            <Tabs.Tab key={one} value={one} fw={550}>
              {t(`profile.${one}`)}
            </Tabs.Tab>
          ))}
        </TabRow>
        <Tabs.Panel value="overview">
          <ClientOverview client={client} onEdit={client.may.edit ? () => void setEdit(true) : null} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <ClientSessions clientId={client.id} />
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
          <ClientTasks client={{ id: client.id, name }} may={client.status !== 'inactive'} />
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
      href={telOf(emergencyPhone)}
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
    <Panel>
      <Empty icon={IconUserOff} level="h1" title={t('profile.notFound')} text={t('profile.notFoundText')}>
        <Button variant="light" renderRoot={(props) => <Link to="/dashboard/therapist/clients" {...props} />}>
          {t('profile.toList')}
        </Button>
      </Empty>
    </Panel>
  )
}
