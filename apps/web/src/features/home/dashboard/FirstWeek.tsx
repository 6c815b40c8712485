import type { FirstWeekStep } from '@attune/contract/features/home/dashboard/dashboard.rules'
import { Button } from '@mantine/core'
import { IconChevronRight, IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { api, orpc } from '../../../platform/api/api.ts'
import { Section } from '../../../ui/page/Section.tsx'
import { toast } from '../../../ui/toast/toast.ts'
import classes from './FirstWeek.module.css'

/** The path of the page for each step; null if the step needs a different account. */
const places: Record<FirstWeekStep, string | null> = {
  hours: '/dashboard/therapist/weekly-timetable',
  types: '/dashboard/therapist/settings/session-types',
  video: '/dashboard/therapist/settings/new-sessions',
  reminders: '/dashboard/therapist/settings/new-sessions',
  client: '/dashboard/therapist/add-client',
  feed: '/dashboard/therapist/settings/calendar-feed',
  address: null,
}

type Props = { week: { steps: { step: FirstWeekStep; done: boolean }[] } }

/**
 * The first steps of a new therapist. Each step links to its page, if this account can open the page, and is checked off once the data shows that it
 * is done.
 */
export function FirstWeek({ week: { steps } }: Props) {
  const { t } = useTranslation('dashboard')
  const cache = useQueryClient()
  const hide = useMutation({
    mutationFn: () => api.dashboard.hideFirstWeek({}),
    onSuccess: () => cache.invalidateQueries({ queryKey: orpc.dashboard.get.key() }),
    onError: () => toast({ variant: 'destructive', title: t('week.hideFailed') }),
  })
  const done = steps.filter((one) => one.done).length
  return (
    <Section
      title={t('week.title')}
      hint={t('week.progress', { done, count: steps.length })}
      rows
      action={
        <Button variant="subtle" size="compact-sm" loading={hide.isPending} onClick={() => hide.mutate()}>
          {t('week.hide')}
        </Button>
      }
    >
      <ul className={classes.steps}>
        {steps.map((one) => (
          <Step key={one.step} {...one} />
        ))}
      </ul>
    </Section>
  )
}

function Step({ step, done }: { step: FirstWeekStep; done: boolean }) {
  const { t } = useTranslation('dashboard')
  const place = places[step]
  const title = t(`week.${step}.title`)
  return (
    <li className={classes.step} data-done={done || undefined}>
      {done ? <IconCircleCheckFilled size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
      <div className={classes.texts}>
        {place ? (
          <Link className={classes.link} to={place}>
            {title}
          </Link>
        ) : (
          <span className={classes.title}>{title}</span>
        )}
        <div className={classes.hint}>{done ? t('week.done') : t(`week.${step}.hint`)}</div>
      </div>
      {place && <IconChevronRight size={18} aria-hidden />}
    </li>
  )
}
