import { shownParts, type ShownPart } from '@attune/contract/features/form.rules'
import type { FormAnswers, FormContent } from '@attune/contract/features/form.schemas'
import classes from './Form.module.css'

/** Shows a form as it is read, with the answers if there are any. The signature is shown by the caller. */
export function FormPaper({ content, answers }: { content: FormContent; answers: FormAnswers | null }) {
  return (
    <div className={classes.paper} lang={content.language}>
      {shownParts(content, answers ?? {})
        .filter(({ field }) => field.type !== 'signature')
        .map((part) => (
          <Part key={part.field.id} part={part} hasAnswers={answers !== null} />
        ))}
    </div>
  )
}

function Part({ part: { field, answer }, hasAnswers }: { part: ShownPart; hasAnswers: boolean }) {
  const hint = field.hint && <div className={classes.hint}>{field.hint}</div>
  if (field.type === 'heading')
    return (
      <div>
        <h3 className={classes.heading}>{field.label}</h3>
        {hint}
      </div>
    )
  if (field.type === 'paragraph')
    return (
      <div>
        <p>{field.label}</p>
        {hint}
      </div>
    )
  return (
    <div>
      <div className={classes.question}>
        {field.label}
        {field.required && ' *'}
      </div>
      {hint}
      {hasAnswers ? (
        <div className={classes.answer}>{answer.join('\n')}</div>
      ) : (
        field.options.map((option) => <div key={option}>○ {option}</div>)
      )}
    </div>
  )
}
