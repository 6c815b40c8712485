import type { JobCounts } from '@attune/contract/features/practice/administration/administration.dashboard'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentInSentence } from '../../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { RevealTogether } from '../../../../ui/page/loading/RevealTogether.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../administration.module.css'
import { FailedJobs } from './FailedJobs.tsx'
import { Outbox } from './Outbox.tsx'
import { useRunFailedJobs } from './use-run-failed-jobs.ts'

const everyMilliseconds = 10_000

/** Lists waiting and failed jobs by type, and the account emails. */
export function JobsPage() {
  const { t } = useTranslation(['adminJobs', 'outbox'])
  const read = useQuery({
    ...orpc.administration.jobs.queryOptions({ input: {} }),
    refetchInterval: everyMilliseconds,
  })
  const items = read.data?.items ?? []
  return (
    <div className={classes.page}>
      <PageHeader title={t('title')} facts={t('hint')} />
      <div className={classes.stack}>
        <RevealTogether waiting={<RowSkeletons rows={8} avatar={false} />}>
          <Section title={t('listTitle')} rows={items.length > 0 || !read.data}>
            <Query
              of={read}
              pending={<RowSkeletons rows={4} avatar={false} />}
              failed={t('loadFailed')}
              again={t('again')}
              empty={
                items.length === 0 && (
                  <Text size="sm" c="dimmed">
                    {t('empty')}
                  </Text>
                )
              }
            >
              {() => (
                <ul className={classes.accounts}>
                  {items.map((counts) => (
                    <JobRow key={counts.type} counts={counts} />
                  ))}
                </ul>
              )}
            </Query>
          </Section>
          <Outbox />
        </RevealTogether>
      </div>
    </div>
  )
}

function JobRow({ counts }: { counts: JobCounts }) {
  const { t } = useTranslation('adminJobs')
  const [isOpen, setOpen] = useState(false)
  const run = useRunFailedJobs()
  const type = t(`types.${counts.type}`)
  return (
    <li className={classes.job}>
      <div className={classes.account}>
        <div className={classes.texts}>
          <h3 className={classes.healthName}>{type}</h3>
          <JobFacts counts={counts} />
        </div>
        {counts.failed > 0 && (
          <div className={classes.states}>
            <Button
              variant="subtle"
              size="compact-sm"
              aria-expanded={isOpen}
              aria-label={t(isOpen ? 'hideOf' : 'showOf', { type })}
              onClick={() => setOpen(!isOpen)}
            >
              {t(isOpen ? 'hide' : 'show')}
            </Button>
            <Button
              variant="default"
              size="compact-sm"
              aria-label={t('runAllOf', { type })}
              loading={run.isPending}
              onClick={() => run.mutate({ type: counts.type })}
            >
              {t('runAll')}
            </Button>
          </div>
        )}
      </div>
      {isOpen && counts.failed > 0 && <FailedJobs type={counts.type} name={type} />}
    </li>
  )
}

function JobFacts({ counts }: { counts: JobCounts }) {
  const { t } = useTranslation('adminJobs')
  const locale = useLocale()
  const { waiting, waitingSince, running, later, failed, failedAt } = counts
  const inSentence = (at: string) => momentInSentence(at, locale)
  return (
    <MetaList>
      {failed > 0 && <span className={classes.failed}>{t('failed', { count: failed })}</span>}
      {failedAt && t('failedAt', { when: inSentence(failedAt) })}
      {waiting > 0 && t('waiting', { count: waiting })}
      {waitingSince && t('waitingSince', { when: inSentence(waitingSince) })}
      {running > 0 && t('running', { count: running })}
      {later > 0 && t('later', { count: later })}
    </MetaList>
  )
}
