package inv;

/** The last answer with its question. */
public class Cache {
    private String question;
    private String answer;

    public String ask(String asked) {
        if (asked == null) {
            return "";
        }
        if (!asked.equals(question)) {
            question = asked;
            answer = asked + "!";
        }
        return answer;
    }

    public int answerOk() {
        return question == null ? 0 : answer.length();
    }

    public int answerBad() {
        return answer.length();
    }
}
