package beyond_ascii;

/** Shows that each method whose name ends in Bad fails, and that the others do not on the same kind of input. */
public final class Demo {
    private interface Call {
        void run() throws Throwable;
    }

    private Demo() { }

    public static void main(String[] arguments) {
        fails("sharpSBad", () -> P.sharpSBad("\u00DF"));
        fails("dottedIBad", () -> P.dottedIBad("\u0130"));
        fails("finalSigmaBad", () -> P.finalSigmaBad("\u0391\u03A3"));
        fails("upperTwiceBad", () -> P.upperTwiceBad("\u00DF"));
        fails("ignoreCaseBad", () -> P.ignoreCaseBad("\u0131", "i"));
        fails("kelvinBad", () -> P.kelvinBad('\u212A'));
        fails("dotlessBad", () -> P.dotlessBad(0x131));
        fails("microBad", () -> P.microBad('\u00B5'));
        fails("letterBad", () -> P.letterBad('\u00E9'));
        fails("alphabeticBad", () -> P.alphabeticBad(0x2160));
        fails("arabicDigitBad", () -> P.arabicDigitBad('\u0667'));
        fails("fullWidthBad", () -> P.fullWidthBad('\uFF23'));
        fails("mathDigitBad", () -> P.mathDigitBad(0x1D7CE));
        fails("fractionBad", () -> P.fractionBad('\u00BD'));
        fails("spaceBad", () -> P.spaceBad(0x3000));
        fails("surrogatePairBad", () -> P.surrogatePairBad("\uD83D\uDE00"));
        fails("countBad", () -> P.countBad("\uD83D\uDE00"));
        fails("hexBad", () -> P.hexBad(0xCAFE));
        fails("longHexBad", () -> P.longHexBad(-1));
        fails("octalBad", () -> P.octalBad(-1));
        fails("utf8LengthBad", () -> P.utf8LengthBad("\u00E9"));
        fails("euroBad", () -> P.euroBad("a\u20AC"));
        fails("utf8IndexBad", () -> P.utf8IndexBad("\u20AC"));
        fails("questionMarkBad", () -> P.questionMarkBad("\u20AC"));
        fails("asciiPairBad", () -> P.asciiPairBad("\uD83D\uDE00"));
        fails("utf16MarkBad", () -> P.utf16MarkBad("a"));
        fails("decodedLengthBad", () -> P.decodedLengthBad(new byte[] {(byte) 0xC3, (byte) 0xA9}));
        fails("malformedBad", () -> P.malformedBad(new byte[] {(byte) 0xFF}));
        fails("roundTripBad", () -> P.roundTripBad(new byte[] {(byte) 0x80}));
        fails("utf16DecodedBad", () -> P.utf16DecodedBad(new byte[] {0x20, (byte) 0xAC}));
        fails("forNameBad", () -> P.forNameBad("no charset"));
        fails("sameCharsetBad", () -> P.sameCharsetBad("utf8", "unicode-1-1-utf-8"));
        fails("namedBytesBad", () -> P.namedBytesBad("a", "UTF-16"));
        fails("unencodableBad", () -> P.unencodableBad("ISO-2022-CN"));
        String[] texts =
            {"", "a", "\u00DF", "\u0130", "\u0391\u03A3", "\uD83D\uDE00", "\uD83D", "\uDE00\uD83D", "\u212A", "\uFB03"};
        for (String text : texts) {
            P.caseLengthOk(text);
            P.emptyCaseOk(text);
            P.sameCaseTwiceOk(text);
            P.ignoreCaseOk(text, "ss");
            P.compareOk(text);
            P.loneSurrogateOk(text);
            P.codePointOk(text);
            P.codePointRangeOk(text, 0);
            P.countOk(text);
            P.utf8LengthOk(text);
            P.utf8OfTwoBytesOk(text);
            P.utf8OfSurrogatesOk(text);
            P.utf8OfLoneSurrogateOk(text);
            P.latinOk(text);
            P.utf16Ok(text);
            P.utf16BytesOk(text);
        }
        int[] points = {-1, 'i', 0xDF, 0x130, 0x131, 0x667, 0x3000, 0xD83D, 0xFF23, 0x1D7CE, 0x10FFFF, 0x110000};
        for (int point : points) {
            P.lowerOk((char) point);
            P.sharpSOk((char) point);
            P.planeOk(point);
            P.letterOk(point);
            P.surrogateOk((char) point);
            P.digitOk((char) point, 16);
            P.supplementaryDigitOk(point);
            P.spaceOk(point);
            P.appendedOk(point);
            P.hexOk(point);
            P.hexByteOk((byte) point);
            P.binaryOk(point);
        }
        byte[][] arrays =
            {{}, {(byte) 0xC3, (byte) 0xA9}, {-16, (byte) 0x9F, (byte) 0x98}, {-19, (byte) 0xA0, (byte) 0x80}, {-40, 0, 65}};
        for (byte[] bytes : arrays) {
            P.decodedLengthOk(bytes);
            P.oddBytesOk(bytes);
            P.namedTextOk(bytes, "UTF-16");
        }
        P.forNameOk(null);
        P.forNameOk("no charset");
        P.forNameOk("windows-1252");
    }

    private static void fails(String name, Call call) {
        try {
            call.run();
        } catch (Throwable failure) {
            return;
        }
        throw new AssertionError(name);
    }
}
