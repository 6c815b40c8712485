import type { OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import classes from '../Form.module.css'
import { FormPaper } from '../FormPaper.tsx'
import { useFormTimes } from '../use-forms.ts'

type Props = {
  form: OwnFormView
  /** A message above the form that says who signs it. */
  children: ReactNode
  actions?: ReactNode
}

/** Shows the text of a form that the reader does not sign. */
export function ReadOnlyForm({ form, children, actions }: Props) {
  const { t } = useTranslation('form')
  const { day } = useFormTimes()
  const { content, answers, draftVersion, therapistName, sentAt } = form
  return (
    <>
      <PageHeader
        title={content.title}
        actions={actions}
        facts={<MetaList size={14}>{[therapistName, t('sentOn', { day: day(sentAt) })]}</MetaList>}
      />
      <div className={classes.parts}>
        {children}
        <Section title={t('title')}>
          <FormPaper content={content} answers={draftVersion > 0 ? answers : null} />
        </Section>
      </div>
    </>
  )
}
