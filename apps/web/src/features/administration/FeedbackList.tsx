import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { NextPageButton } from '../../ui/NextPageButton.tsx'
import { orpc } from '../../platform/api.ts'
import { useLocale } from '../../platform/use-locale.ts'
import { MetaList } from '../../ui/page/MetaList.tsx'
import { momentText } from '../../ui/page/date-text.ts'
import { CardRow, Section } from '../../ui/page/Section.tsx'
import { Query } from '../../ui/page/Query.tsx'
import { RowSkeletons } from '../../ui/page/ListStates.tsx'
import classes from './administration.module.css'

/** Lists feedback about the product, the latest first. Renders nothing when there is no feedback [2.21]. */
export function FeedbackList() {
  const { t } = useTranslation('administration')
  const reader = useLocale()
  const pages = useInfiniteQuery(
    orpc.administration.feedback.infiniteOptions({
      input: (after: string | undefined) => ({ after, limit: 10 }),
      initialPageParam: undefined,
      getNextPageParam: (last) => last.next ?? undefined,
    }),
  )
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  if (pages.data && items.length === 0) return null
  return (
    <Section title={t('feedback.title')} rows>
      <Query of={pages} pending={<RowSkeletons rows={2} avatar={false} />} failed={t('loadFailed')} again={t('again')}>
        {() =>
          items.map(({ id, at, name, email, page, text }) => (
            <CardRow key={id}>
              <div className={classes.feedback}>
                <p>{text}</p>
                <MetaList>
                  {name}
                  {email}
                  {momentText(at, reader)}
                  {page}
                </MetaList>
              </div>
            </CardRow>
          ))
        }
      </Query>
      <NextPageButton of={pages} around={classes.more}>
        {t('more')}
      </NextPageButton>
    </Section>
  )
}
