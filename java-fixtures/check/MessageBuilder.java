// A builder that lets its caller forget a part.
package check;

public class MessageBuilder {
    private String title;
    private int priority = 1;

    public MessageBuilder title(String title) {
        this.title = title;
        return this;
    }

    public MessageBuilder priority(int priority) {
        this.priority = priority;
        return this;
    }

    public String buildBad() {
        return title.toUpperCase() + priority;
    }

    public String buildOk() {
        return (title == null ? "untitled" : title) + priority;
    }
}
