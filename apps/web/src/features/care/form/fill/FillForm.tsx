import { isSignedForm, unansweredFields } from '@attune/contract/features/care/form/form.rules'
import type { OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { Section } from '../../../../ui/page/Section.tsx'
import { AutosaveStatus } from '../../note/note.ts'
import classes from '../Form.module.css'
import { useFormTimes } from '../use-forms.ts'
import { FieldInput } from './FieldInput.tsx'
import { answerAnchor } from './answer-anchor.ts'
import { SignPart } from './SignPart.tsx'
import { maxSerializedAnswers, useFormAnswers } from './use-form-answers.ts'

const FormAnswersConflict = lazyNamed(() => import('./FormAnswersConflict.tsx'), 'FormAnswersConflict')

/** Fills in a form, which is saved while the client types, and signs it. */
export function FillForm({ form }: { form: OwnFormView }) {
  const { t } = useTranslation(['form', 'note', 'safety'])
  const { day } = useFormTimes()
  const { autosave, state, value, change, theirs } = useFormAnswers(form)
  const [missing, setMissing] = useState<string[] | null>(null)
  const { content, therapistName, replacedAt } = form
  return (
    <>
      <PageHeader
        title={content.title}
        facts={<MetaList size={14}>{[therapistName, t('sentOn', { day: day(form.sentAt) })]}</MetaList>}
      />
      <div className={classes.parts} data-narrow>
        {replacedAt && <Callout title={t('own.replaced')}>{t('own.replacedText', { day: day(replacedAt) })}</Callout>}
        {state.phase === 'conflict' && theirs && (
          <FormAnswersConflict form={form} theirs={theirs} autosave={autosave} />
        )}
        <Section
          title={t('own.answers')}
          hint={t('own.saveHint', { name: therapistName })}
          action={<AutosaveStatus state={state} maximum={maxSerializedAnswers} onTry={() => void autosave.saveNow()} />}
        >
          <AnswerFields
            content={content}
            value={value}
            missing={missing ? unansweredFields(content, value) : []}
            change={change}
          />
        </Section>
        <SignPart
          form={form}
          answers={value}
          isSigned={isSignedForm(content)}
          isBlocked={state.phase === 'conflict'}
          onMissing={setMissing}
          beforeSign={() => autosave.saveNow()}
          onSigned={() => autosave.markSent()}
        />
      </div>
    </>
  )
}

type FieldsProps = Pick<ReturnType<typeof useFormAnswers>, 'value' | 'change'> & {
  content: OwnFormView['content']
  /** The ids of the fields without an answer. */
  missing: string[]
}

/** Renders a field for each question. The signature is a separate part of the page. */
function AnswerFields({ content, value, missing, change }: FieldsProps) {
  return (
    <div className={classes.paper} lang={content.language}>
      {content.fields
        .filter(({ type }) => type !== 'signature')
        .map((field) => (
          <div key={field.id} id={answerAnchor(field.id)}>
            <FieldInput
              field={field}
              value={value[field.id]}
              isMissing={missing.includes(field.id)}
              onChange={(answer) => change(field.id, answer)}
            />
          </div>
        ))}
    </div>
  )
}
