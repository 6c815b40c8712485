import type { EstimateView, MissingEstimateField } from '@attune/contract/features/billing/estimate/estimate.schemas'
import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyNamed } from '../../../../platform/lazy-named.ts'
import { Callout } from '../../../../ui/base/Callout.tsx'
import { focusFirstMissing } from '../../../../ui/editor/focus-missing.ts'
import { DraftCallout } from '../../../../ui/page/status/DraftCallout.tsx'
import { MetaList } from '../../../../ui/page/row/MetaList.tsx'
import { PageHeader } from '../../../../ui/page/PageHeader.tsx'
import { SaveStatus } from '../../../../ui/editor/SaveStatus.tsx'
import { useDraftSaveState } from '../../../../ui/editor/use-draft-save-state.ts'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { useSaveKey } from '../../../../ui/page/use-save-key.ts'
import classes from '../Estimate.module.css'
import { EstimateFactsCard } from './EstimateFactsCard.tsx'
import { EstimateLinesCard } from './EstimateLinesCard.tsx'
import { EstimateMenu } from './EstimateMenu.tsx'
import { useEstimateRefusalText } from '../estimate-refusals.ts'
import { MissingEstimateFields } from './MissingEstimateFields.tsx'
import { GivenEstimates } from '../given/GivenEstimates.tsx'
import { elementOfEstimateField } from './values.ts'
import { useEstimateEditor } from './use-estimate-editor.ts'

const GiveDialog = lazyNamed(() => import('./GiveDialog.tsx'), 'GiveDialog')

/** Edits the draft of a client's estimate, which is saved while the therapist types, and lists the versions that were given. */
export function EstimateEditor({ view }: { view: EstimateView }) {
  const page = useRef<HTMLDivElement>(null)
  const editor = useEstimateEditor(view)
  const { draft, content, change, unreadable, theirs } = editor
  const [asked, setAsked] = useState(false)
  const [checked, setChecked] = useState(false)
  const [refused, setRefused] = useState<MissingEstimateField[]>([])
  const missing = checked ? (view.missing.length > 0 ? view.missing : refused) : []
  const ask = () => {
    setChecked(true)
    setRefused([])
    if (view.missing.length > 0 || unreadable.length > 0)
      return focusFirstMissing(page.current, view.missing.map(elementOfEstimateField))
    if (!draft.dirty) setAsked(true)
  }
  useSaveKey(editor.saveNow)
  const fields = { view, content, onChange: change, missing, unreadable }
  return (
    <div ref={page}>
      <EditorHeader view={view} editor={editor} onGive={ask} />
      <div className={classes.parts}>
        {!view.isOffered && <NotOffered />}
        {view.isOffered && (
          <>
            <DraftCallout draft={draft} />
            {theirs && (
              <VersionConflict mine={{ onChoose: editor.keepMine }} theirs={{ onChoose: editor.takeTheirs }} />
            )}
            <MissingEstimateFields clientId={view.clientId} missing={missing} within={page} />
            <EstimateFactsCard {...fields} />
            <EstimateLinesCard {...fields} />
          </>
        )}
        <GivenEstimates given={view.given} />
      </div>
      {asked && (
        <GiveDialog
          view={view}
          onClose={() => setAsked(false)}
          onGiven={() => setChecked(false)}
          onMissing={setRefused}
          onChanged={editor.setTheirs}
        />
      )}
    </div>
  )
}

function NotOffered() {
  const { t } = useTranslation('estimate')
  return <Callout title={t('notOffered')}>{t('notOfferedText')}</Callout>
}

type HeaderProps = { view: EstimateView; editor: ReturnType<typeof useEstimateEditor>; onGive: () => void }

function EditorHeader({ view, editor, onGive }: HeaderProps) {
  const { t } = useTranslation('estimate')
  const { draft, save, unreadable, theirs } = editor
  const saveStatus = useDraftSaveState(editor, useEstimateRefusalText())
  const isWritten = view.version > 0 || draft.dirty
  const waits = save.isPending || (draft.dirty && unreadable.length === 0 && !save.isError && !theirs)
  return (
    <PageHeader
      title={t('titleFor', { name: view.clientName })}
      facts={
        view.isOffered &&
        isWritten && (
          <MetaList size={14}>
            {t('nextVersion', { number: (view.given[0]?.number ?? 0) + 1 })}
            <SaveStatus {...saveStatus} />
          </MetaList>
        )
      }
      actions={
        view.isOffered && (
          <>
            <Button
              leftSection={<IconSend size={18} aria-hidden />}
              disabled={!isWritten || theirs !== null}
              loading={waits}
              onClick={onGive}
            >
              {t('give.submit')}
            </Button>
            <EstimateMenu view={view} onGone={() => draft.forget()} />
          </>
        )
      }
    />
  )
}
