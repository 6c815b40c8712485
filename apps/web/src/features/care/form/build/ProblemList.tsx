import type { FormFieldId } from '@attune/contract/common/ids'
import type { FormContent, FormView } from '@attune/contract/features/care/form/form.schemas'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../ui/base/Callout.tsx'
import classes from '../Form.module.css'

type Props = { problems: FormView['problems']; content: FormContent }

/** Lists the problems of a form's text that prevent its confirmation, with links to the fields. */
export function ProblemList({ problems, content }: Props) {
  const { t } = useTranslation('form')
  if (problems.length === 0) return null
  const place = (fieldId: FormFieldId | null) => content.fields.findIndex(({ id }) => id === fieldId) + 1
  return (
    <Callout kind="danger" urgent title={t('problem.heading')}>
      <ul className={classes.problems}>
        {problems.map(({ problem, fieldId }) => (
          <li key={`${problem} ${fieldId}`}>
            {fieldId ? (
              <a href={`#field-${fieldId}`}>{t(`problem.${problem}`, { number: place(fieldId) })}</a>
            ) : (
              t(`problem.${problem}`)
            )}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
