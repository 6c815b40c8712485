import '../ui/styles.ts'
import '../ui/native.css'
import { capacitorPort } from '../platform/native/capacitor-port.ts'
import { startNativeApp } from './start.tsx'

// Not awaited, because plugins load further modules, which wait until this module has been evaluated.
void startNativeApp(capacitorPort)
