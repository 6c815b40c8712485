import {
  healthReasons,
  isHealthProblem,
  type HealthState,
} from '@attune/contract/features/practice/administration/administration.health.rules'
import type { HealthResult } from '@attune/contract/features/practice/administration/administration.dashboard'
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconHelpCircle, IconMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import { StatusBadge, type IconType, type StatusTone } from '../../../../ui/page/status/StatusBadge.tsx'
import classes from '../administration.module.css'
import { shownFigures } from './figure-text.ts'

const states = {
  ok: [IconCircleCheck, 'success'],
  untried: [IconHelpCircle, 'quiet'],
  warning: [IconAlertTriangle, 'warning'],
  failing: [IconCircleX, 'danger'],
  off: [IconMinus, 'quiet'],
} as const satisfies Record<HealthState, readonly [IconType, StatusTone]>

/** The pages on which an admin can fix or test a part of the system. All other parts are fixed on the server. */
const mendedAt = {
  queue: ['jobs', '/dashboard/admin/jobs'],
  email: ['jobs', '/dashboard/admin/jobs'],
  push: ['apiSettings', '/dashboard/admin/api-settings'],
  sms: ['apiSettings', '/dashboard/admin/api-settings'],
  whatsapp: ['apiSettings', '/dashboard/admin/api-settings'],
  relay: ['video', '/dashboard/admin/settings/$subject'],
  backup: ['backups', '/dashboard/admin/backups'],
  'log-archive': ['backups', '/dashboard/admin/backups'],
} as const

const everyMinute = 60_000

/**
 * Lists the parts of the system. Shows for each part its state, the time at which this state began, an explanation and, for a problem, the remedy.
 */
export function SystemHealth() {
  const { t } = useTranslation(['adminDashboard', 'administration'])
  const locale = useLocale()
  const read = useQuery({
    ...orpc.administration.health.queryOptions({ input: {} }),
    refetchInterval: everyMinute,
  })
  const items = read.data?.items ?? []
  const latest = items
    .map(({ checkedAt }) => checkedAt)
    .toSorted()
    .at(-1)
  return (
    <Section
      title={t('health.title')}
      hint={latest && t('health.checked', { when: momentInSentence(latest, locale) })}
      rows
    >
      <Query
        of={read}
        pending={<RowSkeletons rows={8} avatar={false} />}
        failed={t('health.loadFailed')}
        again={t('administration:again')}
      >
        {() => items.map((result) => <HealthRow key={result.reason} result={result} />)}
      </Query>
    </Section>
  )
}

function HealthRow({ result: { reason, since, figures } }: { result: HealthResult }) {
  const { t } = useTranslation('adminDashboard')
  const locale = useLocale()
  const { item, state } = healthReasons[reason]
  const [icon, tone] = states[state]
  const shown = shownFigures(figures, locale.language)
  // Only a browser can test whether other devices reach the relay, so the test is linked even if the server has found no fault.
  const canAct =
    isHealthProblem(reason) || reason === 'sms-untried' || reason === 'whatsapp-untried' || item === 'relay'
  const page = canAct && item in mendedAt ? mendedAt[item as keyof typeof mendedAt] : null
  return (
    <CardRow>
      <div className={classes.texts}>
        <div className={classes.healthHead}>
          <h3 className={classes.healthName}>{t(`health.items.${item}`)}</h3>
          <StatusBadge icon={icon} tone={tone}>
            {t(`health.states.${state}`)}
          </StatusBadge>
          <span className={classes.quiet}>{t('health.since', { when: momentInSentence(since, locale) })}</span>
        </div>
        <p className={classes.healthText}>{t(`health.means.${reason}`, shown)}</p>
        {isHealthProblem(reason) && <p className={classes.healthText}>{t(`health.todo.${reason}`)}</p>}
        {page && (
          <ButtonLink to={page[1]} params={{ subject: 'video' }} variant="default" size="compact-sm" mt={6}>
            {t(`health.links.${page[0]}`)}
          </ButtonLink>
        )}
      </div>
    </CardRow>
  )
}
