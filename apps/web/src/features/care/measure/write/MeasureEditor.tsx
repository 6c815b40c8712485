import type { Language } from '@attune/contract/common/text/text.schemas'
import { problemsOfMeasure } from '@attune/contract/features/care/measure/measure.rules'
import type { MeasureView } from '@attune/contract/features/care/measure/measure.schemas'
import { Button } from '@mantine/core'
import { IconChecks, IconEye, IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { SaveStatus } from '../../../../ui/editor/SaveStatus.tsx'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { useDraftSaveState } from '../../../../ui/editor/use-draft-save-state.ts'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import { MeasureMenu } from '../list/MeasureMenu.tsx'
import { useMeasureState } from '../list/use-measure-state.ts'
import { MeasureScoreList } from '../score/MeasureScoreList.tsx'
import { useMeasureRefusalText } from '../use-measure-list.ts'
import classes from './MeasureEditor.module.css'
import { MeasureFacts } from './MeasureFacts.tsx'
import { MeasureItemList } from './MeasureItemList.tsx'
import { MeasureProblemList } from './MeasureProblemList.tsx'
import { MeasureSourceFields } from './MeasureSourceFields.tsx'
import { useMeasureEditor, type MeasureEditorState } from './use-measure-editor.ts'

const MeasurePreview = lazyNamed(() => import('../release/MeasurePreview.tsx'), 'MeasurePreview')
const ReleaseMeasureDialog = lazyNamed(() => import('../release/ReleaseMeasureDialog.tsx'), 'ReleaseMeasureDialog')

/** Edits one of the therapist's own questionnaires and saves it while the therapist types. Also previews and releases it. */
export function MeasureEditor({ view }: { view: MeasureView }) {
  const editor = useMeasureEditor(view)
  const { content, draft, theirs } = editor
  const [step, setStep] = useState<'write' | 'preview' | 'release'>('write')
  const [isChecked, setIsChecked] = useState(false)
  const found = problemsOfMeasure(content)
  // An empty questionnaire shows no problems until the therapist tries to release it.
  const problems = isChecked || content.items.length > 0 ? found : []
  const release = () => {
    setIsChecked(true)
    setStep(found.length === 0 ? 'release' : 'write')
  }
  useSaveKey(editor.saveNow)
  const [language, setLanguage] = useState<Language>(content.language)
  const [open, setOpen] = useState<string | null>(null)
  const parts = { content, problems, language, main: content.language, open, onOpen: setOpen, onChange: editor.change }
  return (
    <>
      <EditorHeader
        view={view}
        editor={editor}
        isPreview={step === 'preview'}
        onPreview={() => setStep(step === 'preview' ? 'write' : 'preview')}
        onRelease={release}
      />
      <div className={classes.parts} data-narrow>
        <DraftCallout draft={draft} />
        {theirs && <VersionConflict mine={{ onChoose: editor.keepMine }} theirs={{ onChoose: editor.takeTheirs }} />}
        {step === 'preview' ? (
          <MeasurePreview content={content} language={language} />
        ) : (
          <>
            <MeasureProblemList problems={problems} content={content} urgent={isChecked} onOpen={setOpen} />
            <MeasureFacts {...parts} onLanguage={setLanguage} />
            <MeasureItemList {...parts} />
            <MeasureScoreList {...parts} />
            <MeasureSourceFields source={content.source} problems={problems} onChange={editor.change} />
          </>
        )}
      </div>
      {step === 'release' && (
        <ReleaseMeasureDialog view={view} onClose={() => setStep('write')} onChanged={editor.setTheirs} />
      )}
    </>
  )
}

type HeaderProps = {
  view: MeasureView
  editor: MeasureEditorState
  isPreview: boolean
  onPreview: () => void
  onRelease: () => void
}

function EditorHeader({ view, editor, isPreview, onPreview, onRelease }: HeaderProps) {
  const { t } = useTranslation('measure')
  const { content, draft, save, theirs } = editor
  const saveStatus = useDraftSaveState(editor, useMeasureRefusalText())
  const isReleased = view.version !== null && !view.isChanged && !draft.dirty
  const state = useMeasureState()(draft.dirty ? { ...view, isChanged: true } : view)
  return (
    <PageHeader
      title={content.title || t('untitled')}
      facts={
        <MetaList size={14}>
          {state}
          <SaveStatus {...saveStatus} />
        </MetaList>
      }
      actions={
        <>
          <Button
            variant="default"
            leftSection={isPreview ? <IconPencil size={18} aria-hidden /> : <IconEye size={18} aria-hidden />}
            onClick={onPreview}
          >
            {t(isPreview ? 'preview.edit' : 'preview.action')}
          </Button>
          {!isReleased && (
            <Button
              leftSection={<IconChecks size={18} aria-hidden />}
              disabled={theirs !== null}
              loading={save.isPending || (draft.dirty && !save.isError && !theirs)}
              onClick={onRelease}
            >
              {t('release.action')}
            </Button>
          )}
          <MeasureMenu measure={view} onGone={() => draft.forget()} />
        </>
      }
    />
  )
}
