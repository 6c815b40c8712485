import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { CardRow, Section } from '../../../../ui/page/Section.tsx'
import classes from '../Estimate.module.css'
import { EstimateDownload } from './EstimateDownload.tsx'
import { useEstimateDay, usePeriodText } from '../period-text.ts'
import { useSubscribeToEstimates } from '../use-estimates.ts'
import { Query } from '../../../../ui/page/loading/Query.tsx'

/** Lists the Good Faith Estimates that were given to the acting client. Renders nothing if there are none. */
export function OwnEstimates() {
  const { t } = useTranslation('estimate')
  const day = useEstimateDay()
  const period = usePeriodText()
  const pages = useOwnEstimates()
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const failed = pages.isError && !pages.data
  if (items.length === 0 && !failed) return null
  // The names are only needed if the person has several records.
  const hasNames = new Set(items.map(({ name }) => name)).size > 1
  return (
    <div className={classes.below}>
      <Section title={t('titles')} hint={t('ownHint')} rows={!failed}>
        <Query of={pages} failed={t('failed')} again={t('again')} />
        {items.map(({ id, number, businessName, name, givenOn, periodFrom, periodUntil, isReady }) => (
          <CardRow key={id}>
            <div className={classes.texts}>
              <div>{t('version', { number, day: day(givenOn) })}</div>
              <div className={classes.facts}>
                {[businessName, hasNames && name, period(periodFrom, periodUntil)].filter(Boolean).join(' · ')}
              </div>
            </div>
            <EstimateDownload id={id} number={number} isReady={isReady} from={businessName} />
          </CardRow>
        ))}
        {pages.hasNextPage && (
          <Button
            variant="subtle"
            size="compact-sm"
            mx="sm"
            mb="xs"
            loading={pages.isFetchingNextPage}
            onClick={() => void pages.fetchNextPage()}
          >
            {t('showMore')}
          </Button>
        )}
      </Section>
    </div>
  )
}

function useOwnEstimates() {
  useSubscribeToEstimates()
  return useInfiniteQuery(
    orpc.estimate.mine.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 20 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
}
