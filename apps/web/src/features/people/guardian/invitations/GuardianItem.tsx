import type { ClientGuardian } from '@attune/contract/features/people/guardian/guardian.invitations'
import { Text } from '@mantine/core'
import {
  IconCircleCheck,
  IconCircleX,
  IconMail,
  IconMailX,
  IconPlayerPause,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { dateText, dayText, localDay } from '../../../../ui/page/date-text.ts'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { StatusBadge, type StatusTone } from '../../../../ui/page/status/StatusBadge.tsx'
import { GuardianButtons } from './GuardianButtons.tsx'
import classes from './Guardians.module.css'

const badges: Record<ClientGuardian['state'], { icon: TablerIcon; tone: StatusTone }> = {
  invited: { icon: IconMail, tone: 'info' },
  expired: { icon: IconMailX, tone: 'warning' },
  active: { icon: IconCircleCheck, tone: 'success' },
  paused: { icon: IconPlayerPause, tone: 'warning' },
  ended: { icon: IconCircleX, tone: 'quiet' },
}

type Props = { guardian: ClientGuardian; /** The first name of the client. */ client: string }

/** A guardian with state, rights and the buttons that change them. */
export function GuardianItem({ guardian, client }: Props) {
  const { t } = useTranslation('guardianInvitation')
  const { icon, tone } = badges[guardian.state]
  return (
    <li className={classes.person}>
      <MetaList size={14}>
        <Text span inherit fw={550} c="var(--mantine-color-text)">
          {guardian.name}
        </Text>
        {guardian.relationship}
      </MetaList>
      <StatusBadge icon={icon} tone={tone}>
        {t(`state.${guardian.state}`)}
      </StatusBadge>
      <GuardianRights guardian={guardian} />
      <GuardianFacts guardian={guardian} />
      <ContactNotice guardian={guardian} />
      {guardian.state !== 'ended' && <GuardianButtons guardian={guardian} client={client} />}
    </li>
  )
}

function GuardianRights({ guardian: { rights } }: { guardian: ClientGuardian }) {
  const { t } = useTranslation(['guardianInvitation', 'guardianRight'])
  const locale = useLocale()
  if (rights.length === 0) return <Text size="sm">{t('noRights')}</Text>
  return (
    <ul className={classes.rights}>
      {rights.map(({ right, since }) => (
        <li key={right}>
          {t(`guardianRight:name.${right}`)}{' '}
          <Text span size="sm" c="dimmed">
            ({since ? t('since', { when: dayText(localDay(since, locale), locale) }) : t('all')})
          </Text>
        </li>
      ))}
    </ul>
  )
}

/** The basis, the last day and the latest event of a guardian. */
function GuardianFacts({ guardian }: { guardian: ClientGuardian }) {
  const { t } = useTranslation('guardianInvitation')
  const locale = useLocale()
  const { state, basis, validUntil, knowsOthers } = guardian
  const day = (instant: string | null) => (instant ? dayText(localDay(instant, locale), locale) : '')
  return (
    <>
      {(state === 'invited' || state === 'expired') && (
        <MetaList>
          {t('sent', { email: guardian.email, when: day(guardian.invitedAt) })}
          {state === 'invited' && t('works', { when: day(guardian.expiresAt) })}
        </MetaList>
      )}
      <MetaList>
        {basis !== 'parent' && t(`basis.${basis}`)}
        {validUntil && t('until', { when: dateText(validUntil, locale.language) })}
        {knowsOthers && t('knowsOthers')}
        {state === 'active' && t('joined', { when: day(guardian.acceptedAt) })}
        {state === 'paused' && t('pausedOn', { when: day(guardian.pausedAt) })}
        {state === 'ended' && t('endedOn', { when: day(guardian.endedAt) })}
      </MetaList>
    </>
  )
}

/** A notice about an invitation whose email was not delivered, or about a contact that has changed since. */
function ContactNotice({ guardian: { name, state, mail, contact } }: { guardian: ClientGuardian }) {
  const { t } = useTranslation('guardianInvitation')
  if (state === 'ended') return null
  const isInvited = state === 'invited' || state === 'expired'
  if (contact === 'other-email') {
    return (
      <Callout kind="warning">{t(isInvited ? 'contact.otherEmailInvited' : 'contact.otherEmail', { name })}</Callout>
    )
  }
  if (contact === 'removed') {
    return <Callout kind="warning">{t(isInvited ? 'contact.removedInvited' : 'contact.removed')}</Callout>
  }
  if (!isInvited || mail === 'sent') return null
  return mail === 'failed' ? (
    <Callout kind="danger">{t('mail.failed')}</Callout>
  ) : (
    <Text size="sm" c="dimmed">
      {t(`mail.${mail}`)}
    </Text>
  )
}
