import type { AssistantPause } from '../../platform/assistant/pause.ts'

/** The pause of an assistant that never pauses. */
export const neverPaused: AssistantPause = {
  until: async () => null,
  failed: async () => {},
  succeeded: async () => {},
}
