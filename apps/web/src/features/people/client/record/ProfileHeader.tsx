import type { ClientId } from '@attune/contract/common/ids'
import type { Client } from '@attune/contract/features/people/client/client'
import { Button } from '@mantine/core'
import { IconMessage, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { dateText, localDay, monthOfText } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { PersonAvatar } from '../../../../ui/page/row/PersonAvatar.tsx'
import { ScheduleButton } from '../../../schedule/session/session.ts'
import { detailsOf } from './details.tsx'
import { ClientStatusBadge } from '../ClientStatusBadge.tsx'
import { phoneHref } from '../../../../ui/base/phone-href.ts'
import { ProfileMenu } from './ProfileMenu.tsx'

type Props = { client: Client; name: string; onEdit: (() => void) | null }

/** The heading of a client record: name and status, buttons to write and to schedule, and a menu for the other actions. */
export function ProfileHeader({ client, name, onEdit }: Props) {
  const { t } = useTranslation('client')
  const locale = useLocale()
  const since =
    client.status === 'pending'
      ? t('profile.added', { when: dateText(localDay(client.joinedAt, locale), locale.language) })
      : t('profile.since', { when: monthOfText(client.joinedAt, locale) })
  return (
    <PageHeader
      title={name}
      beside={detailsOf(client, 'name', locale.language).map(({ field, value }) => (
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
          {client.hasAccount && client.disconnectedAt === null && <MessageButton clientId={client.id} />}
          {client.may.planSession && <ScheduleButton client={{ id: client.id, name }} />}
        </>
      }
      menu={<ProfileMenu client={client} name={name} onEdit={onEdit} />}
    />
  )
}

/** A link to the conversation with the client. The conversation and the client record have the same id. */
function MessageButton({ clientId }: { clientId: ClientId }) {
  const { t } = useTranslation('clientOverview')
  return (
    <Button
      variant="default"
      leftSection={<IconMessage size={18} aria-hidden />}
      renderRoot={(root) => (
        <Link
          to="/dashboard/$userType/messages"
          params={{ userType: 'therapist' }}
          search={{ conversation: clientId }}
          {...root}
        />
      )}
    >
      {t('message')}
    </Button>
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
