import type { Diagnosis, PlanView } from '@attune/contract/features/care/treatment-plan/treatment-plan.schemas'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { useLocale } from '../../../../platform/settings/use-locale.ts'
import { AddButton } from '../../../../ui/list/AddButton.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { dateText } from '../../../../ui/page/date-text.ts'
import classes from '../treatment-plan.module.css'

const DiagnosisDialog = lazyNamed(() => import('./DiagnosisDialog.tsx'), 'DiagnosisDialog')

/** The diagnoses of a client: current ones first, then earlier ones. */
export function DiagnosesCard({ view: { clientId, diagnoses } }: { view: PlanView }) {
  const { t } = useTranslation('treatmentPlan')
  const [open, setOpen] = useState<Diagnosis | 'new' | null>(null)
  return (
    <Section
      title={t('diagnosis.title')}
      hint={t(diagnoses.some(({ shared }) => shared) ? 'diagnosis.someShared' : 'onlyYou')}
      action={<AddButton onClick={() => setOpen('new')}>{t('diagnosis.add')}</AddButton>}
    >
      {diagnoses.length === 0 && <p className={classes.quiet}>{t('diagnosis.none')}</p>}
      {diagnoses.length > 0 && (
        <ul className={classes.diagnoses}>
          {diagnoses.map((one) => (
            <li key={one.id}>
              <DiagnosisText diagnosis={one} />
              <Button
                variant="subtle"
                size="compact-sm"
                aria-haspopup="dialog"
                aria-label={t('diagnosis.editOf', { code: one.code })}
                onClick={() => setOpen(one)}
              >
                {t('diagnosis.edit')}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {open && (
        <DiagnosisDialog clientId={clientId} saved={open === 'new' ? null : open} onClose={() => setOpen(null)} />
      )}
    </Section>
  )
}

type Shown = Pick<Diagnosis, 'code' | 'text' | 'system' | 'from' | 'until'>

export function DiagnosisText({ diagnosis: { code, text, system, from, until } }: { diagnosis: Shown }) {
  const { t } = useTranslation('treatmentPlan')
  const { language } = useLocale()
  const day = (of: string) => dateText(of, language)
  return (
    <div className={classes.texts} data-over={until !== null || undefined}>
      <span>
        <strong className={classes.code}>{code}</strong> {text}
      </span>
      <span className={classes.quiet}>
        {t(`diagnosis.system.${system}`)},{' '}
        {until
          ? t('diagnosis.period', { from: day(from), until: day(until) })
          : t('diagnosis.since', { from: day(from) })}
      </span>
    </div>
  )
}
