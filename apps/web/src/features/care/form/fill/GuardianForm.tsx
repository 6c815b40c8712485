import type { OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../Form.module.css'
import { FormPaper } from '../FormPaper.tsx'
import { useFormTimes } from '../use-forms.ts'

/** Shows an open form that a guardian must sign. The client can read it, but not sign it. */
export function GuardianForm({ form }: { form: OwnFormView }) {
  const { t } = useTranslation('form')
  const { day } = useFormTimes()
  const { content, answers, draftVersion, therapistName, sentAt } = form
  return (
    <>
      <PageHeader
        title={content.title}
        facts={<MetaList size={14}>{[therapistName, t('sentOn', { day: day(sentAt) })]}</MetaList>}
      />
      <div className={classes.parts}>
        <Callout kind="warning" title={t('own.guardianTitle')}>
          {t('own.guardianText', { name: therapistName })}
        </Callout>
        <Section title={t('title')}>
          <FormPaper content={content} answers={draftVersion > 0 ? answers : null} />
        </Section>
      </div>
    </>
  )
}
