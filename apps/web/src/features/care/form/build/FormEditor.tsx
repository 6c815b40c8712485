import type { FormView } from '@attune/contract/features/care/form/form.schemas'
import { Button } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import { SaveStatus } from '../../../../ui/editor/SaveStatus.tsx'
import { useDraftSaveState } from '../../../../ui/editor/use-draft-save-state.ts'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import classes from '../Form.module.css'
import { useFormRefusalText, useFormTimes } from '../use-forms.ts'
import { FormElementList } from './FormElementList.tsx'
import { FormFacts } from './FormFacts.tsx'
import { FormMenu } from './FormMenu.tsx'
import { ProblemList } from './ProblemList.tsx'
import { useFormEditor } from './use-form-editor.ts'

const ConfirmFormDialog = lazyNamed(() => import('./ConfirmFormDialog.tsx'), 'ConfirmFormDialog')
type Editor = ReturnType<typeof useFormEditor>

/** Edits a form, which is saved while the therapist types, and confirms its text. */
export function FormEditor({ view }: { view: FormView }) {
  const { t } = useTranslation('form')
  const editor = useFormEditor(view)
  const { content, change, draft, theirs } = editor
  const [asked, setAsked] = useState(false)
  const [isChecked, setIsChecked] = useState(false)
  const problems = isChecked ? view.problems : []
  const ask = () => {
    setIsChecked(true)
    if (view.problems.length === 0) setAsked(true)
  }
  useSaveKey(editor.saveNow)
  return (
    <>
      <EditorHeader view={view} editor={editor} onConfirm={ask} />
      <div className={classes.parts} data-narrow>
        <DraftCallout draft={draft} />
        {theirs && <VersionConflict mine={{ onChoose: editor.keepMine }} theirs={{ onChoose: editor.takeTheirs }} />}
        {view.template && (
          <Callout kind="warning" title={t('ours.title')}>
            {t('ours.text')}
          </Callout>
        )}
        <ProblemList problems={problems} content={content} />
        <FormFacts view={view} content={content} onChange={change} />
        <FormElementList fields={content.fields} problems={problems} onChange={(fields) => change({ fields })} />
      </div>
      {asked && <ConfirmFormDialog view={view} onClose={() => setAsked(false)} onChanged={editor.setTheirs} />}
    </>
  )
}

type HeaderProps = { view: FormView; editor: Editor; onConfirm: () => void }

function EditorHeader({ view, editor, onConfirm }: HeaderProps) {
  const { t } = useTranslation('form')
  const { day } = useFormTimes()
  const { content, draft, save, theirs } = editor
  const saveStatus = useDraftSaveState(editor, useFormRefusalText())
  const { version, confirmedVersion, confirmedAt } = view
  const isConfirmed = confirmedVersion === version && !draft.dirty
  return (
    <PageHeader
      title={content.title || t('untitled')}
      facts={
        <MetaList size={14}>
          {t('versionNumber', { number: version })}
          {isConfirmed && confirmedAt
            ? t('confirmedOn', { day: day(confirmedAt) })
            : t(confirmedVersion === null ? 'notConfirmed' : 'changedSince')}
          <SaveStatus {...saveStatus} />
        </MetaList>
      }
      actions={
        <>
          {!isConfirmed && (
            <Button
              leftSection={<IconChecks size={18} aria-hidden />}
              disabled={theirs !== null}
              loading={save.isPending || (draft.dirty && !save.isError && !theirs)}
              onClick={onConfirm}
            >
              {t('confirm.action')}
            </Button>
          )}
          <FormMenu view={view} onGone={() => draft.forget()} />
        </>
      }
    />
  )
}
