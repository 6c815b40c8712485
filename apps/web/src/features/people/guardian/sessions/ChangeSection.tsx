import type { GuardedChange, GuardedSession } from '@attune/contract/features/people/guardian/guardian.sessions'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, createId } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { Section } from '../../../../ui/page/Section.tsx'
import { useActingFor } from '../frame/acting-for.ts'
import classes from './GuardedSessions.module.css'
import { useGuardianStep } from './use-guarded-sessions.ts'

type Step = 'withdrawChange' | 'acceptProposedTime' | 'declineProposedTime'

/**
 * Shows the change request that awaits an answer, with the buttons that the guardian may use: accept or decline a proposed time, or withdraw the
 * request.
 */
export function ChangeSection({ session, change }: { session: GuardedSession; change: GuardedChange }) {
  const { t } = useTranslation('guardianSession')
  const locale = useLocale()
  const { clientId } = useActingFor()
  const { name } = session.therapist
  const [commands] = useState(() => new Map<Step, string>())
  const act = useGuardianStep<Step>({
    send: (step) => {
      const command = commands.get(step) ?? createId()
      commands.set(step, command)
      return api.guardian[step]({ actingFor: clientId, id: change.id, command })
    },
    done: () => t('done.answered', { name }),
  })
  const time = change.counterStartsAt ?? change.proposedStartsAt
  const kind = change.state === 'countered' ? 'countered' : change.kind
  const button = (step: Step, variant: 'default' | 'filled') => (
    <Button
      variant={variant}
      loading={act.isPending && act.variables === step}
      disabled={act.isPending}
      onClick={() => act.mutate(step)}
    >
      {t(`act.${step}`)}
    </Button>
  )
  return (
    <Section title={t(`change.${kind}.title`, { name })} tint={kind === 'countered' ? 'answer' : 'now'}>
      <p>{t(`change.${kind}.text`, { name, when: time ? momentText(time, locale) : '' })}</p>
      <div className={classes.actions}>
        {change.may.declineCounter && button('declineProposedTime', 'default')}
        {change.may.acceptCounter && button('acceptProposedTime', 'filled')}
        {change.may.withdraw && !change.may.acceptCounter && button('withdrawChange', 'default')}
      </div>
    </Section>
  )
}
