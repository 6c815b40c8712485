import type { BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { cityOf, durationText, momentInSentence, momentText } from '../../../../ui/page/date-text.ts'
import { DefinitionList, Section } from '../../../../ui/page/Section.tsx'
import { StatusBadge } from '../../../../ui/page/status/StatusBadge.tsx'
import { bytesText } from '../dashboard/figure-text.ts'
import classes from './backups.module.css'
import { BackupProgressBar } from './BackupProgressBar.tsx'

/** Shows the last verified backup, the schedule, and the progress of a running backup. */
export function LastProvedBackup({ state }: { state: BackupState }) {
  const { t } = useTranslation('backups')
  return (
    <Section title={t('status.title')} hint={state.proved && t('status.hint')} action={<ProofBadge state={state} />}>
      <div className={classes.block}>
        <BackupWarnings state={state} />
        {state.progress && <BackupProgressBar progress={state.progress} />}
        <BackupFacts state={state} />
      </div>
    </Section>
  )
}

/**
 * Shows whether the last backup is proved. A backup that failed or was not proved is never shown as proved, even if the previous one is recent
 * enough.
 */
function ProofBadge({ state: { lastAt, isOverdue, problem } }: { state: BackupState }) {
  const { t } = useTranslation('backups')
  const { language } = useLocale()
  if (isOverdue)
    return (
      <StatusBadge icon={IconCircleX} tone="danger">
        {t('status.overdue')}
      </StatusBadge>
    )
  if (problem?.why === 'space')
    return (
      <StatusBadge icon={IconCircleX} tone="danger">
        {t('status.noSpace', { missing: bytesText(problem.needed - problem.free, language) })}
      </StatusBadge>
    )
  return lastAt === null || problem?.why === 'failed' ? (
    <StatusBadge icon={IconAlertTriangle} tone="warning">
      {t(lastAt === null ? 'status.none' : 'status.unproved')}
    </StatusBadge>
  ) : (
    <StatusBadge icon={IconCircleCheck} tone="success">
      {t('status.proved')}
    </StatusBadge>
  )
}

function BackupWarnings({ state: { lastAt, isOverdue, isOnSameDisk, problem } }: { state: BackupState }) {
  const { t } = useTranslation('backups')
  const locale = useLocale()
  const figures = problem?.why === 'space' ? problem : { free: 0, needed: 0 }
  return (
    <>
      {problem && (
        <Callout kind="danger">
          {t(`problem.${problem.why}`, {
            when: momentInSentence(problem.at, locale),
            free: bytesText(figures.free, locale.language),
            needed: bytesText(figures.needed, locale.language),
          })}
        </Callout>
      )}
      {lastAt !== null && isOverdue && <Callout kind="danger">{t('status.old')}</Callout>}
      {lastAt !== null && isOnSameDisk && <Callout kind="warning">{t('status.sameDisk')}</Callout>}
    </>
  )
}

function BackupFacts({ state: { lastAt, proved, next, progress } }: { state: BackupState }) {
  const { t } = useTranslation('backups')
  const locale = useLocale()
  if (lastAt === null && progress) return null
  if (lastAt === null) return <p>{t('status.empty', { when: momentInSentence(next.at, locale) })}</p>
  const facts = [
    [t('status.at'), momentText(lastAt, locale)] as const,
    ...(proved
      ? ([
          [t('status.size'), bytesText(proved.size, locale.language)],
          [t('status.duration'), elapsedText(proved.seconds, locale.language)],
          [t('status.newest'), proved.newest ? momentText(proved.newest, locale) : '–'],
        ] as const)
      : []),
    [t('status.next'), `${momentText(next.at, locale)}, ${t('status.schedule', { zone: cityOf(next.zone) })}`] as const,
  ]
  return <DefinitionList of={facts} />
}

/** Returns a duration in minutes, or in seconds if it is shorter than two minutes. */
function elapsedText(seconds: number, language: string): string {
  if (seconds >= 120) return durationText(Math.round(seconds / 60), language)
  return new Intl.NumberFormat(language, { style: 'unit', unit: 'second', unitDisplay: 'long' }).format(seconds)
}
