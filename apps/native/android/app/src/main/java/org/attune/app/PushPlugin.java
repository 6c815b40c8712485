package org.attune.app;

import android.content.res.Resources;
import com.getcapacitor.JSObject;
import com.getcapacitor.Plugin;
import com.getcapacitor.PluginCall;
import com.getcapacitor.PluginMethod;
import com.getcapacitor.annotation.CapacitorPlugin;

/** Says whether the app was built with a google-services.json. Without one, registering for push notifications ends the process. */
@CapacitorPlugin(name = "AttunePush")
public class PushPlugin extends Plugin {

    @PluginMethod
    public void check(PluginCall call) {
        Resources resources = getContext().getResources();
        // The name of the resources stays that of the namespace when a host changes the identity of the app.
        String owner = resources.getResourcePackageName(R.string.app_name);
        int id = resources.getIdentifier("google_app_id", "string", owner);
        JSObject answer = new JSObject();
        answer.put("found", id != 0 && !resources.getString(id).isEmpty());
        call.resolve(answer);
    }
}
