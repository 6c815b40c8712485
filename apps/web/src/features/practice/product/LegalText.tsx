import {
  type LegalTextName,
  legalTextNames,
} from '@attune/contract/features/practice/administration/administration.rules'
import { Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../platform/api/api.ts'
import { lazyNamed } from '../../../platform/lazy-named.ts'
import { currentLanguage, languageNames } from '../../../platform/settings/language.ts'
import { useLocale } from '../../../platform/settings/use-locale.ts'
import { Callout } from '../../../ui/base/Callout.tsx'
import { dateText, localDay } from '../../../ui/page/date-text.ts'
import { EmptyState } from '../../../ui/page/loading/EmptyState.tsx'
import { Query } from '../../../ui/page/loading/Query.tsx'
import { RichTextView } from '../../../ui/rich-text/RichTextView.tsx'
import classes from './LegalTextPage.module.css'

const KeptPeriodsSection = lazyNamed(
  () => import('../../care/record-retention/record-retention.ts'),
  'KeptPeriodsSection',
)

/** The title and the text of a legal page. An unknown page is shown like one that the practice has not written. */
export function LegalText({ page: wanted }: { page: string }) {
  const { t } = useTranslation('product')
  const page = legalTextNames.find((one) => one === wanted)
  if (page) return <KnownPage page={page} />
  return <EmptyState level="h1" icon={IconFileText} title={t('legal.missing')} text={t('legal.missingText')} />
}

function KnownPage({ page }: { page: LegalTextName }) {
  const { t } = useTranslation(['product', 'common'])
  const language = currentLanguage()
  const locale = useLocale()
  const title = t(`common:legal.${page}`)
  const read = useQuery(orpc.product.legalPage.queryOptions({ input: { page, language }, staleTime: 0 }))
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <Query of={read} pending={<Skeleton height={320} />} failed={t('legal.failed')} again={t('support.again')}>
        {(data) =>
          data.text ? (
            <>
              {data.language !== language && (
                <div className={classes.notice}>
                  <Callout kind="calm">{t('legal.otherLanguage', { language: languageNames[data.language] })}</Callout>
                </div>
              )}
              <div lang={data.language}>
                <RichTextView value={data.text} under={1} />
              </div>
              {data.version !== null && data.publishedAt && (
                <p className={classes.version}>
                  {t('legal.version', {
                    version: data.version,
                    date: dateText(localDay(data.publishedAt, locale), locale.language),
                  })}
                </p>
              )}
              {page === 'privacy' && (
                <div className={classes.periods}>
                  <KeptPeriodsSection />
                </div>
              )}
            </>
          ) : (
            <EmptyState icon={IconFileText} title={t('legal.missing')} text={t('legal.missingText')} />
          )
        }
      </Query>
    </>
  )
}
