import type { ProcedureMeta } from './common/procedure-meta.ts'
import { defaultMeta } from './common/procedure-meta.ts'
import type { Contract } from './contract.ts'
import { assistantMeta } from './features/assistant/assistant/assistant.meta.ts'
import { loginMeta } from './features/people/login/login.meta.ts'
import { nativeAppMeta } from './features/people/native-app/native-app.meta.ts'
import { messageMeta } from './features/messages/message/message.meta.ts'
import { pushMeta } from './features/messages/push/push.meta.ts'

/** The meta of all login procedures and of single procedures of other features. All others have `defaultMeta`. */
const featureMeta: {
  assistant: Partial<Record<keyof Contract['assistant'], ProcedureMeta>>
  login: Record<keyof Contract['login'], ProcedureMeta>
  message: Partial<Record<keyof Contract['message'], ProcedureMeta>>
  nativeApp: Partial<Record<keyof Contract['nativeApp'], ProcedureMeta>>
  push: Partial<Record<keyof Contract['push'], ProcedureMeta>>
} = { assistant: assistantMeta, login: loginMeta, message: messageMeta, nativeApp: nativeAppMeta, push: pushMeta }

/** Returns the meta of a procedure by its path, `[feature, procedure]`. Loads no schemas. */
export function procedureMeta([feature = '', procedure = '']: readonly string[]): ProcedureMeta {
  const declared: Partial<Record<string, Partial<Record<string, ProcedureMeta>>>> = featureMeta
  return declared[feature]?.[procedure] ?? defaultMeta
}
