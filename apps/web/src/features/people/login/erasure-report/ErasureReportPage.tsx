import type { ErasureReport } from '@attune/contract/features/people/login/login.own'
import { Button, Skeleton } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { orpc } from '../../../../platform/api/api.ts'
import { errorCode } from '../../../../platform/api/errors.ts'
import { nativePort } from '../../../../platform/native/port.ts'
import { currentLanguage } from '../../../../platform/settings/language.ts'
import { ButtonLink } from '../../../../ui/base/ButtonLink.tsx'
import { FormError } from '../../../../ui/base/FormError.tsx'
import { Logo } from '../../../../ui/base/Logo.tsx'
import { useErrorMessage } from '../../../../ui/base/use-error-message.ts'
import { LanguageSelect } from '../../../../ui/choice/LanguageSelect.tsx'
import { DownloadButton } from '../../../../ui/file/DownloadButton.tsx'
import { InvalidLink } from '../public/InvalidLink.tsx'
import classes from './ErasureReport.module.css'
import { reportInFragment } from './report-address.ts'

/**
 * Renders the page `/erasure-report`, which the browser opens after the deletion of an account. It needs no login, and lists the erased data, the
 * data that is kept, and the backups that still contain erased data.
 */
export function ErasureReportPage() {
  const { t } = useTranslation('accountDeletion')
  const errorText = useErrorMessage()
  const language = currentLanguage()
  const report = reportInFragment(location.hash)
  const read = useQuery(
    orpc.login.erasureReport.queryOptions({ input: { report, language }, enabled: report !== '', staleTime: Infinity }),
  )
  if (!report || errorCode(read.error) === 'INVALID_LINK') return <InvalidLink text={t('report.invalid')} />
  return (
    <ReportFrame>
      {read.isPending && <Skeleton height={420} radius="md" aria-label={t('report.loading')} />}
      {read.isError && (
        <>
          <FormError>{errorText(read.error)}</FormError>
          <Button variant="default" loading={read.isFetching} onClick={() => void read.refetch()}>
            {t('report.again')}
          </Button>
        </>
      )}
      {read.data && (
        <ReportText report={read.data} path={`/api/erasure-report/pdf?${new URLSearchParams({ report, language })}`} />
      )}
    </ReportFrame>
  )
}

function ReportFrame({ children }: { children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <span className={classes.brand}>
          <Logo size={32} />
          Attune
        </span>
        <LanguageSelect />
      </header>
      <main id="main" tabIndex={-1} className={classes.main}>
        {children}
      </main>
    </div>
  )
}

function ReportText({ report, path }: { report: ErasureReport; path: string }) {
  const { t } = useTranslation('accountDeletion')
  const { title, facts, sections } = report
  useEffect(() => {
    document.title = `${title} · Attune`
  }, [title])
  return (
    <>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.facts}>{facts}</p>
      <div className={classes.actions}>
        <DownloadButton path={path} label={t('report.download')} name={title} />
        {!nativePort() && (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('report.print')}
          </Button>
        )}
        <ButtonLink variant="subtle" size="compact-sm" to="/">
          {t('report.leave')}
        </ButtonLink>
      </div>
      {sections.map((section) => (
        <ReportSection key={section.heading} section={section} />
      ))}
    </>
  )
}

function ReportSection({ section: { heading, text, items } }: { section: ErasureReport['sections'][number] }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className={classes.heading}>
        {heading}
      </h2>
      {text.map((paragraph) => (
        <p key={paragraph} className={classes.text}>
          {paragraph}
        </p>
      ))}
      {items.length > 0 && (
        <ul className={classes.items}>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </section>
  )
}
