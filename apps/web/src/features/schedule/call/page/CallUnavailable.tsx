import { joinCallBeforeMinutes } from '@attune/contract/common/constants'
import type { ClientId, SessionId } from '@attune/contract/common/ids'
import type { ViewerRole } from '@attune/contract/features/schedule/session/session.states'
import { IconCalendarOff, IconClock, IconPlugConnectedX, IconVideoOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { EmptyState } from '../../../../ui/page/loading/EmptyState.tsx'
import type { CallRoomData } from '../active-call.ts'
import { CallInsteadButton } from './CallInstead.tsx'
import { SessionLink } from './SessionLink.tsx'

type Kind = 'notFound' | 'notInAttune' | 'early' | 'over' | 'noRelay'
type Props = { kind: Kind; sessionId: SessionId; viewer: ViewerRole; actingFor: ClientId | null; room?: CallRoomData }

const icons = {
  notFound: IconCalendarOff,
  notInAttune: IconVideoOff,
  early: IconClock,
  over: IconCalendarOff,
  noRelay: IconPlugConnectedX,
}

/** Returns the reason why the call of a session cannot be joined now; null if it can. */
export function unavailabilityOf(
  { isInAttune, isOpen, session, relay, relayOnly }: CallRoomData,
  now: Date,
): Kind | null {
  if (!isInAttune) return 'notInAttune'
  if (isOpen) return relayOnly && !relay ? 'noRelay' : null
  return now.getTime() < Date.parse(session.startsAt) ? 'early' : 'over'
}

/** Says why there is no call, with a link back to the session. */
export function CallUnavailable({ kind, sessionId, viewer, actingFor, room }: Props) {
  const { t } = useTranslation('callPage')
  const locale = useLocale()
  const opensAt = room && new Date(Date.parse(room.session.startsAt) - joinCallBeforeMinutes * 60_000).toISOString()
  const phone = kind === 'noRelay' && viewer === 'client' ? room?.therapist.phone : null
  const moment = opensAt ? momentInSentence(opensAt, locale) : ''
  return (
    <EmptyState
      icon={icons[kind]}
      level="h1"
      title={t(`state.${kind}.title`)}
      text={t(`state.${kind}.text`, { moment })}
    >
      {phone && <CallInsteadButton phone={phone} />}
      {kind === 'notFound' && actingFor ? (
        <ButtonLink variant="light" to="/for/$clientId/sessions" params={{ clientId: actingFor }}>
          {t('allSessions')}
        </ButtonLink>
      ) : kind === 'notFound' ? (
        <ButtonLink variant="light" to="/dashboard/$userType/sessions" params={{ userType: viewer }}>
          {t('allSessions')}
        </ButtonLink>
      ) : (
        <SessionLink {...{ sessionId, viewer, actingFor }}>{t('toSession')}</SessionLink>
      )}
    </EmptyState>
  )
}
