import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { VersionConflict } from '../../../../ui/editor/VersionConflict.tsx'
import { diffNotes, sideOfDiff } from './diff.ts'
import { StyledText } from './StyledText.tsx'
import classes from '../note.module.css'
import type { AutosavedText } from '../../../../platform/autosave/autosave-types.ts'

/**
 * Shows two versions of a text side by side with their differences marked. Stores, on this device, the version that the
 * therapist does not choose.
 */
export function TextConflict({ mine, theirs, autosave }: { mine: string; theirs: string; autosave: AutosavedText }) {
  const { t } = useTranslation('note')
  const pieces = diffNotes(theirs, mine)
  const side = (kind: 'first' | 'second') =>
    sideOfDiff(pieces, kind).map((part, place) =>
      part.differs ? (
        <mark key={place} className={classes.differs}>
          <StyledText {...part} />
        </mark>
      ) : (
        <span key={place}>
          <StyledText {...part} />
        </span>
      ),
    )
  return (
    <div className={classes.remark}>
      <VersionConflict
        mine={{ content: <div className={classes.body}>{side('second')}</div>, onChoose: () => autosave.keepMine() }}
        theirs={{ content: <div className={classes.body}>{side('first')}</div>, onChoose: () => autosave.takeTheirs() }}
      >
        {t('conflict.text')}
      </VersionConflict>
      <div className={classes.together}>
        <Button variant="light" onClick={() => autosave.keepBoth()}>
          {t('conflict.together')}
        </Button>
        <span className={classes.hint}>{t('conflict.togetherHint')}</span>
      </div>
    </div>
  )
}
