import { Skeleton } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../platform/api.ts'
import { lazyNamed } from '../../platform/lazy-named.ts'
import { currentLanguage, languageNames } from '../../platform/language.ts'
import { Callout } from '../../ui/base/Callout.tsx'
import { Logo } from '../../ui/base/Logo.tsx'
import { TextLink } from '../../ui/base/TextLink.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { EmptyState } from '../../ui/page/EmptyState.tsx'
import { Query } from '../../ui/page/Query.tsx'
import classes from './LegalTextPage.module.css'

const LegalLinks = lazyNamed(() => import('../../ui/LegalLinks.tsx'), 'LegalLinks')
const RichTextView = lazyNamed(() => import('../../ui/rich-text/RichTextView.tsx'), 'RichTextView')

const route = getRouteApi('/legal/$page')

/** Renders a legal page of the practice. Anyone can read it, in the language of the page or the one in which it was written. */
export function LegalTextPage() {
  const { page } = route.useParams()
  const { t } = useTranslation(['product', 'common'])
  const language = currentLanguage()
  const title = t(`common:legal.${page}`)
  const read = useQuery(orpc.product.legalPage.queryOptions({ input: { page, language }, staleTime: 0 }))
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={32} />
          Attune
        </span>
        <LanguageSelect />
      </header>
      <main className={classes.main} id="main" tabIndex={-1}>
        <h1 className={classes.title}>{title}</h1>
        <Query of={read} pending={<Skeleton height={320} />} failed={t('legal.failed')} again={t('support.again')}>
          {(data) =>
            data.text ? (
              <div lang={data.language}>
                {data.language !== language && (
                  <div className={classes.notice} lang={language}>
                    <Callout kind="calm">
                      {t('legal.otherLanguage', { language: languageNames[data.language] })}
                    </Callout>
                  </div>
                )}
                <Suspense fallback={<Skeleton height={320} />}>
                  <RichTextView value={data.text} under={1} />
                </Suspense>
              </div>
            ) : (
              <EmptyState icon={IconFileText} title={t('legal.missing')} text={t('legal.missingText')} />
            )
          }
        </Query>
      </main>
      <footer className={classes.foot}>
        <TextLink to="/">{t('legal.back')}</TextLink>
        <Suspense>
          <LegalLinks />
        </Suspense>
      </footer>
    </div>
  )
}
