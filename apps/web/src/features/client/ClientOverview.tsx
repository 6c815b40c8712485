import type { Client } from '@attune/contract/features/client'
import { Anchor, Button, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { languageNames } from '../../platform/language.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { dateText } from '../../ui/date-text.ts'
import { PageColumns } from '../../ui/PageHeader.tsx'
import { DefinitionList, Section } from '../../ui/Section.tsx'
import { LazyClientTagsCard } from '../client-tag/client-tag.ts'
import { SessionCard } from '../session/session.ts'
import { LazyOpenTasksCard } from '../task/task.ts'
import classes from './ClientOverview.module.css'
import { ContactsCard } from './ContactsCard.tsx'
import { InvitationCard } from './InvitationCard.tsx'
import { phoneLink } from './phone-link.tsx'
import { RecordStateCard } from './RecordStateCard.tsx'

const BriefPanel = lazyNamed(() => import('../session-prep/session-prep.ts'), 'SessionPrepPanel')
const DoublesCard = lazyNamed(() => import('./DuplicatesCard.tsx'), 'DuplicatesCard')

/** The overview tab: invitation, next and last session, session prep, open tasks and notes; contact details in the side column. */
export function ClientOverview({ client, onEdit }: { client: Client; onEdit: (() => void) | null }) {
  const { t } = useTranslation('client')
  const { language } = useLocale()
  const name = `${client.firstName} ${client.lastName}`
  const none = (
    <Text span c="dimmed" size="sm">
      {t('profile.notGiven')}
    </Text>
  )
  const edit = onEdit && (
    <Button variant="subtle" size="compact-sm" aria-label={t('profile.editOf', { name })} onClick={onEdit}>
      {t('profile.edit')}
    </Button>
  )
  const contact: [string, ReactNode][] = [
    [
      t('profile.email'),
      client.email ? (
        <Anchor key="email" inherit href={`mailto:${client.email}`}>
          {client.email}
        </Anchor>
      ) : (
        none
      ),
    ],
    [t('profile.phone'), client.phone ? phoneLink(client.phone) : none],
    [t('profile.born'), client.dateOfBirth ? dateText(client.dateOfBirth, language) : none],
    [t('profile.address'), client.address || none],
    [t('profile.language'), languageNames[client.language]],
    ...(client.code ? [[t('form.code'), client.code] as [string, ReactNode]] : []),
  ]
  const emergency = [client.emergencyName, client.emergencyRelationship].filter(Boolean).join(', ')
  const hasEmergency = emergency !== '' || client.emergencyPhone !== ''
  return (
    <PageColumns
      main={
        <>
          {client.status === 'pending' && <InvitationCard client={client} />}
          {(client.doubles.length > 0 || client.samePerson.length > 0) && (
            <Suspense>
              <DoublesCard client={client} />
            </Suspense>
          )}
          <div className={classes.pair}>
            <SessionCard title={t('profile.next')} id={client.nextSession?.id ?? null} none={t('profile.noneBooked')} />
            <SessionCard title={t('profile.last')} id={client.lastSession?.id ?? null} none={t('profile.noneYet')} />
          </div>
          <Suspense>
            <BriefPanel clientId={client.id} quiet />
          </Suspense>
          <LazyOpenTasksCard client={{ id: client.id, name }} may={client.status !== 'inactive'} />
          <Section
            title={t('profile.notes')}
            hint={
              <span className={classes.lock}>
                <IconLock size={14} aria-hidden /> {t('profile.onlyYou')}
              </span>
            }
            action={edit}
          >
            {client.notes ? (
              <p className={classes.notes}>{client.notes}</p>
            ) : (
              <Text size="sm" c="dimmed">
                {t('profile.notesEmpty')}
              </Text>
            )}
          </Section>
        </>
      }
      side={
        <>
          <LazyClientTagsCard client={client} />
          <Section title={t('profile.contact')} action={edit}>
            <DefinitionList of={contact} />
          </Section>
          <Section title={t('profile.emergency')} action={edit}>
            {hasEmergency ? (
              <DefinitionList
                of={[
                  [t('profile.emergencyContact'), emergency || none],
                  [t('profile.phone'), client.emergencyPhone ? phoneLink(client.emergencyPhone) : none],
                ]}
              />
            ) : (
              <Text size="sm" c="dimmed">
                {t('profile.emergencyEmpty')}
              </Text>
            )}
          </Section>
          {client.contacts.length > 0 && <ContactsCard contacts={client.contacts} action={edit} />}
          <RecordStateCard client={client} />
        </>
      }
    />
  )
}
