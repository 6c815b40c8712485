package org.attune.app;

import android.app.Activity;
import android.view.WindowManager;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Refuses screenshots and hides the screen in the list of recent apps while `protect` is true. */
@CapacitorPlugin(name = "AttunePrivacy")
public class PrivacyPlugin extends Plugin {

    @PluginMethod
    public void set(PluginCall call) {
        boolean on = Boolean.TRUE.equals(call.getBoolean("protect", true));
        Activity activity = getActivity();
        activity.runOnUiThread(() -> {
            protect(activity, on);
            call.resolve();
        });
    }

    static void protect(Activity activity, boolean on) {
        if (on) activity.getWindow().addFlags(WindowManager.LayoutParams.FLAG_SECURE);
        else activity.getWindow().clearFlags(WindowManager.LayoutParams.FLAG_SECURE);
    }
}
