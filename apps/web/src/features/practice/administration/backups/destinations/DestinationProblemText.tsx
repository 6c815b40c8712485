import type { DestinationProblem } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { useTranslation } from 'react-i18next'
import { Callout } from '../../../../../ui/base/Callout.tsx'
import { CommandLine } from '../CommandLine.tsx'

type Props = { problem: DestinationProblem; kind: 'folder' | 's3'; name: string }

/** Explains why a destination cannot be used and what to do, with the command that prepares a folder. */
export function DestinationProblemText({ problem, kind, name }: Props) {
  const { t } = useTranslation('backupSetup')
  const isFolder = kind !== 's3'
  return (
    <Callout kind="danger" urgent>
      {problem === 'not-marked' && !isFolder ? t('problem.bucket-not-marked') : t(`problem.${problem}`)}
      {problem === 'not-marked' && isFolder && <CommandLine command={`npm run backup -- --init ${quoted(name)}`} />}
    </Callout>
  )
}

/** Returns the path in single quotes if a shell would not read it as one word. */
const quoted = (path: string) => (/^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`)
