import type { FormAnswers, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { useTranslation } from 'react-i18next'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { FormPaper } from '../FormPaper.tsx'
import type { useFormAnswers } from './use-form-answers.ts'

type Props = {
  form: OwnFormView
  theirs: FormAnswers
  writing: ReturnType<typeof useFormAnswers>['writing']
}

/** Shows the answers that another device has saved, and lets the client choose between the versions. */
export function FormAnswersConflict({ form, theirs, writing }: Props) {
  const { t } = useTranslation('form')
  return (
    <VersionConflict
      mine={{ onChoose: () => writing.keepMine() }}
      theirs={{
        content: (
          <details>
            <summary>{t('two.show')}</summary>
            <FormPaper content={form.content} answers={theirs} />
          </details>
        ),
        onChoose: () => writing.takeTheirs(),
      }}
    />
  )
}
