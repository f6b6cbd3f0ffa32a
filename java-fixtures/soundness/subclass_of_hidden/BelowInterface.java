package subclass_of_hidden;

import java.util.List;

/** Can be extended. */
public class BelowInterface implements HiddenInterface {
    @Override
    public void list(List<String> listed) {}
}
