import type { Client } from '@attune/contract/features/people/client/client'
import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyInBoundary, lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { PageColumns } from '../../../../ui/page/PageHeader.tsx'
import { LazyWhenVisible } from '../../../../ui/page/loading/LazyWhenVisible.tsx'
import { Pending, RevealTogether } from '../../../../ui/page/loading/RevealTogether.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { DefinitionList, Section } from '../../../../ui/page/Section.tsx'
import { LazyGuardiansCard } from '../../guardian/guardian.ts'
import { LazyClientTagsCard } from '../../client-tag/client-tag.ts'
import { LazyAwaitingAnswerPanel } from '../../../schedule/session/session.ts'
import { LazyMeasuresCard, LazyOpenTasksCard } from '../../../care/task/task.ts'
import classes from './ClientOverview.module.css'
import { detailsOf } from '../record/details.tsx'
import { ClientNoteCard } from './ClientNoteCard.tsx'
import { ContactsCard } from './ContactsCard.tsx'
import { LatestNotesCard, NewEntriesCard, NextStepsCard, OpenBalanceCard } from './OverviewCards.tsx'
import { OverviewSessions } from './OverviewSessions.tsx'
import { LazyRecordId } from '../../../care/record-copy/record-copy.ts'
import { phoneLink } from '../../../../ui/base/phone-link.tsx'
import { useClientOverview } from './use-client-overview.ts'

const RecordRequestCard = lazyInBoundary(
  () => import('../../../care/record-request/record-request.ts'),
  'RecordRequestCard',
)
const EarlierRecordRequests = lazyNamed(
  () => import('../../../care/record-request/record-request.ts'),
  'EarlierRecordRequests',
)
const RecordRetentionCard = lazyNamed(
  () => import('../../../care/record-retention/record-retention.ts'),
  'RecordRetentionCard',
)
const SessionPrepPanel = lazyNamed(() => import('../../../care/session-prep/session-prep.ts'), 'SessionPrepPanel')
const TextConsentCard = lazyNamed(() => import('../../../messages/consent/consent.ts'), 'TextConsentCard')
const ClientAssistantCard = lazyNamed(() => import('../../../assistant/assistant/assistant.ts'), 'ClientAssistantCard')
const BillingCard = lazyNamed(() => import('../../../billing/payer/payer.ts'), 'BillingCard')
const InvitationCard = lazyNamed(() => import('../invitation/InvitationCard.tsx'), 'InvitationCard')
const RecordStateCard = lazyNamed(() => import('../record/RecordStateCard.tsx'), 'RecordStateCard')
const ProfileCopies = lazyNamed(() => import('../record/ProfileCopies.tsx'), 'ProfileCopies')
const DuplicatesCard = lazyNamed(() => import('../duplicates/DuplicatesCard.tsx'), 'DuplicatesCard')

type Props = { client: Client; onEdit: (() => void) | null }

/**
 * The overview tab of a client record. The main column shows, for example, open requests, sessions, tasks and notes.
 * The side column shows tags, contacts and the state of the record.
 */
export function ClientOverview({ client, onEdit }: Props) {
  const { t } = useTranslation('client')
  const name = `${client.firstName} ${client.lastName}`
  const edit = onEdit && (
    <Button variant="subtle" size="compact-sm" aria-label={t('profile.editOf', { name })} onClick={onEdit}>
      {t('profile.edit')}
    </Button>
  )
  return (
    <PageColumns
      main={<OverviewMain client={client} />}
      side={
        <>
          <LazyClientTagsCard client={client} />
          <ContactSection client={client} action={edit} />
          <ProfileCopies clientId={client.id} />
          <EmergencySection client={client} action={edit} />
          <TextConsentCard client={client} />
          {client.contacts.length > 0 && <ContactsCard contacts={client.contacts} action={edit} />}
          <LazyGuardiansCard client={client} />
          <LazyWhenVisible waiting={null}>
            <div className={classes.stack}>
              <RecordStateCard client={client} />
              <EarlierRecordRequests clientId={client.id} />
              <RecordRetentionCard client={client} />
              <BillingCard client={client} />
            </div>
          </LazyWhenVisible>
        </>
      }
    />
  )
}

/** The cards of the main column, the most urgent first: requests, then sessions and tasks, then notes. */
function OverviewMain({ client }: { client: Client }) {
  const { t } = useTranslation('client')
  const read = useClientOverview(client.id)
  const overview = read.data
  const name = `${client.firstName} ${client.lastName}`
  return (
    <RevealTogether waiting={<OverviewSessions overview={undefined} />}>
      {read.isPending && <Pending />}
      {overview && overview.waiting.length > 0 && (
        <LazyAwaitingAnswerPanel viewer="therapist" given={overview.waiting} hiddenWhenEmpty />
      )}
      <RecordRequestCard client={{ id: client.id, name: client.firstName }} />
      {client.status === 'pending' && <InvitationCard client={client} />}
      {(client.doubles.length > 0 || client.samePerson.length > 0) && <DuplicatesCard client={client} />}
      {read.isError && !overview ? (
        <Query of={read} failed={t('profile.failed')} again={t('again')} card />
      ) : (
        <OverviewSessions overview={overview} />
      )}
      {overview?.nextSteps && <NextStepsCard steps={overview.nextSteps} name={client.firstName} />}
      {overview && overview.entries.count > 0 && <NewEntriesCard entries={overview.entries} clientId={client.id} />}
      <LazyOpenTasksCard client={{ id: client.id, name }} may={client.status !== 'inactive'} tasks={overview?.tasks} />
      {overview && overview.notes.length > 0 && <LatestNotesCard notes={overview.notes} />}
      <LazyMeasuresCard client={{ id: client.id, name }} may={client.status !== 'inactive'} />
      {overview && overview.balances.length > 0 && <OpenBalanceCard balances={overview.balances} />}
      <ClientNoteCard client={client} />
      <LazyWhenVisible waiting={null}>
        <div className={classes.stack}>
          <SessionPrepPanel clientId={client.id} quiet />
          <AssistantSection client={client} />
        </div>
      </LazyWhenVisible>
    </RevealTogether>
  )
}

function AssistantSection({ client: { id, firstName, language, status } }: { client: Client }) {
  return <ClientAssistantCard client={{ id, name: firstName, language }} may={status !== 'inactive'} />
}

type SectionProps = { client: Client; action: ReactNode }

function ContactSection({ client, action }: SectionProps) {
  const { t } = useTranslation('client')
  const { language } = useLocale()
  const contact = detailsOf(client, 'contact', language)
  return (
    <Section title={t('profile.contact')} action={action}>
      <DefinitionList of={contact.map(({ label, value }) => [t(label), value || notGiven])} />
      <LazyRecordId id={client.id} />
    </Section>
  )
}

function EmergencySection({ client, action }: SectionProps) {
  const { t } = useTranslation('client')
  const emergency = [client.emergencyName, client.emergencyRelationship].filter(Boolean).join(', ')
  const hasEmergency = emergency !== '' || client.emergencyPhone !== ''
  return (
    <Section title={t('profile.emergency')} action={action}>
      {hasEmergency ? (
        <DefinitionList
          of={[
            [t('profile.emergencyContact'), emergency || notGiven],
            [t('profile.phone'), client.emergencyPhone ? phoneLink(client.emergencyPhone) : notGiven],
          ]}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('profile.emergencyEmpty')}
        </Text>
      )}
    </Section>
  )
}

const notGiven = <NotGiven />

function NotGiven() {
  const { t } = useTranslation('client')
  return (
    <Text span c="dimmed" size="sm">
      {t('profile.notGiven')}
    </Text>
  )
}
