import { lazyNamed } from '../../../platform/lazy-named.ts'
import { Pending } from '../../../ui/page/loading/RevealTogether.tsx'

/** Shows the id of a record. Loads its own texts and code, so that the editor above does not render again when they arrive. */
export const LazyRecordId = lazyNamed(() => import('./RecordId.tsx'), 'RecordId', <Pending />)
