import type { Session } from '@attune/contract/features/schedule/session/session'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { MetaList } from '../../../ui/page/row/MetaList.tsx'
import { momentText } from '../../../ui/page/date-text.ts'
import { PersonAvatar } from '../../../ui/page/row/PersonAvatar.tsx'
import { Section } from '../../../ui/page/Section.tsx'
import { ButtonLink } from '../../../ui/base/ButtonLink.tsx'
import { TextLink } from '../../../ui/base/TextLink.tsx'
import { LazyTimeAnswerButtons, FormatLabel, JoinButton, SessionStatusBadge } from '../../schedule/session/session.ts'
import classes from './NextSessionCard.module.css'
import { useDurationText } from './use-duration-text.ts'

const soonMinutes = 12 * 60
/** Statuses of a future session in which the link offers to request a change. In other statuses, the link offers to open the details. */
const changeable = new Set<Session['status']>(['confirmed'])

type Props = {
  session: Session
  now: Date
  /** Says when this device stored the session. Replaces the buttons, which need a connection. */
  storedNote?: string
}

/** Shows the client's next session, with the buttons to join and to answer. */
export function NextSessionCard({ session, now, storedNote }: Props) {
  const { t } = useTranslation(['dashboard', 'session'])
  const locale = useLocale()
  const length = useDurationText()
  const minutes = Math.ceil((Date.parse(session.startsAt) - now.getTime()) / 60_000)
  return (
    <Section tint="now" title={t('client.next')} action={<SessionStatusBadge session={session} viewer="client" />}>
      <p className={classes.time}>
        <time dateTime={session.startsAt}>{momentText(session.startsAt, locale, now)}</time>
        {minutes > 0 && minutes <= soonMinutes && (
          <span className={classes.soon}>{t('client.in', { length: length(minutes) })}</span>
        )}
        {minutes <= 0 && <span className={classes.soon}>{t('client.running')}</span>}
      </p>
      <div className={classes.person}>
        <PersonAvatar
          personId={session.therapist.id}
          name={session.therapist.name}
          url={session.therapist.avatarUrl}
          size={36}
        />
        <div>
          <Text fw={550}>{session.therapist.name}</Text>
          <MetaList>
            {t('session:minutes', { count: session.durationMinutes })}
            <FormatLabel session={session} place />
          </MetaList>
        </div>
      </div>
      {storedNote ? (
        <Text size="sm" c="dimmed" mt="sm">
          {storedNote}
        </Text>
      ) : (
        <SessionFoot session={session} isAhead={minutes > 0} />
      )}
    </Section>
  )
}

/** The buttons to join and to answer, and the link to the page of the session. */
function SessionFoot({ session, isAhead }: { session: Session; isAhead: boolean }) {
  const { t } = useTranslation('dashboard')
  return (
    <div className={classes.foot}>
      <JoinButton session={session} size="md" />
      <LazyTimeAnswerButtons session={session} />
      {changeable.has(session.status) && isAhead ? (
        <ButtonLink variant="default" size="md" {...sessionPage(session)}>
          {t('client.change')}
        </ButtonLink>
      ) : (
        <TextLink {...sessionPage(session)}>{t('client.details')}</TextLink>
      )}
    </div>
  )
}

const sessionPage = ({ id }: Session) =>
  ({ to: '/dashboard/$userType/sessions/session-details', params: { userType: 'client' }, search: { id } }) as const
