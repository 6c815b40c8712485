import type { JobType } from '@attune/contract/features/practice/administration/administration.jobs.rules'
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { momentText } from '../../../../ui/page/date-text.ts'
import { RowSkeletons } from '../../../../ui/page/loading/ListStates.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { Query } from '../../../../ui/page/loading/Query.tsx'
import { NextPageButton } from '../../../../ui/list/NextPageButton.tsx'
import classes from '../administration.module.css'
import { useRunFailedJobs } from './use-run-failed-jobs.ts'

/** Lists the failed jobs of a type: time, reason and attempts, without their content. */
export function FailedJobs({ type, name }: { type: JobType; name: string }) {
  const { t } = useTranslation('adminJobs')
  const locale = useLocale()
  const run = useRunFailedJobs()
  const pages = useInfiniteQuery(
    orpc.administration.failedJobs.infiniteOptions({
      input: (after: string | undefined) => ({ type, after, limit: 20 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const jobs = pages.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <div className={classes.failedJobs}>
      <Query of={pages} pending={<RowSkeletons rows={2} avatar={false} />} failed={t('loadFailed')} again={t('again')}>
        {() => (
          <ul className={classes.accounts}>
            {jobs.map(({ id, failedAt, attempts, reason }) => {
              const when = momentText(failedAt, locale)
              return (
                <li key={id} className={classes.account}>
                  <div className={classes.texts}>
                    {t(`reasons.${reason}`)}
                    <MetaList>
                      {when}
                      {t('attempts', { count: attempts })}
                    </MetaList>
                  </div>
                  <Button
                    variant="default"
                    size="compact-sm"
                    aria-label={t('runOf', { type: name, when })}
                    onClick={() => run.mutate({ type, id })}
                  >
                    {t('run')}
                  </Button>
                </li>
              )
            })}
          </ul>
        )}
      </Query>
      <NextPageButton of={pages} around={classes.more}>
        {t('more')}
      </NextPageButton>
    </div>
  )
}
