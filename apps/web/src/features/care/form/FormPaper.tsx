import { isChoiceField, shownParts, type ShownPart } from '@attune/contract/features/care/form/form.rules'
import type { FormAnswers, FormContent, FormElement } from '@attune/contract/features/care/form/form.schemas'
import { VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleDot, IconSquare, IconSquareCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './Form.module.css'

const marks = { choice: [IconCircle, IconCircleDot], choices: [IconSquare, IconSquareCheck] } as const

/** Shows a form read-only, with the answers if there are any, but without the signature. */
export function FormPaper({ content, answers }: { content: FormContent; answers: FormAnswers | null }) {
  return (
    <div className={classes.paper} lang={content.language}>
      {shownParts(content, answers ?? {})
        .filter(({ field }) => field.type !== 'signature')
        .map((part) => (
          <Part key={part.field.id} part={part} given={answers?.[part.field.id]} hasAnswers={answers !== null} />
        ))}
    </div>
  )
}

type PartProps = { part: ShownPart; given: FormAnswers[string] | undefined; hasAnswers: boolean }

function Part({ part: { field, answer }, given, hasAnswers }: PartProps) {
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
      <Options field={field} given={given} />
      {hasAnswers && !isChoiceField(field.type) && <div className={classes.answer}>{answer.join('\n')}</div>}
    </div>
  )
}

/** The options of a choice with the chosen ones marked. Renders nothing for other fields. */
function Options({ field: { type, options }, given }: { field: FormElement; given: FormAnswers[string] | undefined }) {
  const { t } = useTranslation('form')
  if (!isChoiceField(type)) return null
  const [Open, Chosen] = marks[type]
  const chosen = Array.isArray(given) ? given : [given]
  return options.map((option) => {
    const isChosen = chosen.includes(option)
    const Mark = isChosen ? Chosen : Open
    return (
      <div key={option} className={classes.option} data-chosen={isChosen || undefined}>
        <Mark size={18} stroke={1.6} aria-hidden />
        <span>
          {option}
          {isChosen && <VisuallyHidden> ({t('chosen')})</VisuallyHidden>}
        </span>
      </div>
    )
  })
}
