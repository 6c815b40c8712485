import type { FormAnswers, OwnFormView } from '@attune/contract/features/care/form/form.schemas'
import { useTranslation } from 'react-i18next'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { FormPaper } from '../FormPaper.tsx'
import type { useFormAnswers } from './use-form-answers.ts'

type Props = {
  form: OwnFormView
  theirs: FormAnswers
  autosave: ReturnType<typeof useFormAnswers>['autosave']
}

/** Shows the answers that another device has saved, and lets the client choose between the versions. */
export function FormAnswersConflict({ form, theirs, autosave }: Props) {
  const { t } = useTranslation('form')
  return (
    <VersionConflict
      mine={{ onChoose: () => autosave.keepMine() }}
      theirs={{
        content: (
          <details>
            <summary>{t('two.show')}</summary>
            <FormPaper content={form.content} answers={theirs} />
          </details>
        ),
        onChoose: () => autosave.takeTheirs(),
      }}
    />
  )
}
